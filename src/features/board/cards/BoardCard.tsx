import { Check, CloudUpload, FunnelX, ListChecks, Paperclip } from "lucide-react";
import { memo, type ReactNode, useId } from "react";
import { useSelector } from "react-redux";
import { isOverdueOn } from "#contract/due.ts";
import type { BoardTask } from "#contract/shapes/board.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { selectIsWaiting } from "#features/changes/shown/waiting.ts";
import { LabelChips } from "#features/labels/LabelChips.tsx";
import { emptyFields } from "#features/pickers/emptyFields.ts";
import { FactButton } from "#features/pickers/FactButton.tsx";
import { TaskMenu } from "#features/pickers/TaskMenu.tsx";
import { selectSelected, type WithSelection } from "#features/selection/selectionSlice.ts";
import { TeamLink } from "#features/teams/TeamLink.tsx";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { daysSince, formatDay } from "#lib/dates/day.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { DueDay } from "#ui/badges/DueDay.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { Link } from "#ui/button/Link.tsx";
import card from "#ui/page/Card.module.css";
import classes from "./BoardCard.module.css";
import { DRAG_INSTRUCTIONS_ID } from "./dragInstructions.ts";

interface CardProps {
  task: BoardTask;
  assignee: string | undefined;
  today: string;
  /** Whether the Tab key stops at this card. */
  isTabStop?: boolean;
  /** Whether the card no longer matches the board's filters. */
  isOutdated?: boolean | undefined;
  /** How many cards are dragged with this one, itself included; 0: it isn't dragged. */
  lifted?: number;
}

/**
 * A task on the board. Its link covers the card, opens the task and drags the card, so that one tab
 * stop serves both. The menu and the values are above the link and don't drag; keys open them, so that a
 * column has a single tab stop.
 */
export const BoardCard = memo(function BoardCard(props: CardProps) {
  const { task, assignee, today, isTabStop = false, isOutdated = false, lifted = 0 } = props;
  const waiting = useSelector((state: WithChanges) => selectIsWaiting(state, task.id));
  const isSelected = useSelector((state: WithSelection) =>
    selectSelected(state, "board").includes(task.id),
  );
  const hasExtensions = useSelector(selectHasExtensions);
  const waitingId = useId();
  return (
    <article
      className={cx(
        card.card,
        card.opens,
        classes.card,
        lifted > 0 && classes.lifted,
        isSelected && classes.selected,
      )}
      data-selected={isSelected || undefined}
    >
      <h3 dir="auto" className={cx(card.title, classes.title)}>
        <Link
          aria-describedby={cx(waiting && waitingId, DRAG_INSTRUCTIONS_ID)}
          // Otherwise the browser would drag the link itself.
          draggable={false}
          to={paths.task(task.id)}
          tabIndex={isTabStop ? 0 : -1}
          className={cx(card.cover, card.threeLines, classes.link)}
        >
          {task.title}
          {/**
           * The name says that the card is selected, because screen readers repeat a changed
           * description as a whole.
           */}
          {isSelected && <span className="visually-hidden">&nbsp;(selected)</span>}
        </Link>
      </h3>
      <Marks isSelected={isSelected} waitingId={waiting && waitingId} isOutdated={isOutdated} />
      {lifted > 1 && <span className={classes.together}>{lifted}</span>}
      <TaskMenu task={task} isSelected={isSelected} className={classes.menu} />
      <LabelChips ids={task.labels} most={4} className={classes.labels} />
      <div
        className={cx(
          card.facts,
          classes.facts,
          task.checklist || task.files ? classes.listing : null,
        )}
        data-empty={emptyFields(task, "assignee_id", "due_date", "team_id")}
      >
        <FactButton field="priority" taskId={task.id} isEditable={hasExtensions}>
          <PriorityBadge priority={task.priority} />
        </FactButton>
        {task.due_date && (
          <FactButton
            field="due_date"
            taskId={task.id}
            value={formatDay(task.due_date)}
            isEditable={hasExtensions}
            className={classes.due}
          >
            <DueDay day={task.due_date} overdue={isOverdueOn(task, today)} compact />
          </FactButton>
        )}
        <Counts {...task} />
        <TeamLink id={task.team_id} tabIndex={-1} short />
        {task.status === "Todo" && <Age task={task} today={today} />}
        {assignee && (
          <FactButton
            field="assignee_id"
            taskId={task.id}
            isEditable={hasExtensions}
            className={classes.assignee}
          >
            <Avatar name={assignee} size="sm" />
          </FactButton>
        )}
      </div>
      {task.status === "In Progress" && <Age task={task} today={today} />}
    </article>
  );
});

/** From this many days on, a card says how long it is in its column. */
const AGE_FROM_DAYS = 3;

/** The days since the card arrived in its column: in words only where work is under way. */
function Age({ task: { arrived_at = "", status }, today }: { task: BoardTask; today: string }) {
  const days = daysSince(arrived_at, today);
  if (!(days >= AGE_FROM_DAYS)) return null;
  if (status !== "Todo") return <p className={classes.age}>{days} days in progress</p>;
  return (
    <span className={classes.age} title={`${days} days in To Do`}>
      <span aria-hidden="true">{days}d</span>
      <span className="visually-hidden">{`${days} days in To Do`}</span>
    </span>
  );
}

/** What is special about a card just now. */
function Marks({
  isSelected,
  waitingId,
  isOutdated,
}: {
  isSelected: boolean;
  /** The id of the mark of a change that waits; false if none does. */
  waitingId: string | false;
  isOutdated: boolean;
}) {
  return (
    <span className={classes.marks}>
      {isSelected && (
        <span className={classes.tick}>
          <Check />
        </span>
      )}
      {waitingId && (
        <span id={waitingId} className={classes.waiting} title="Waiting to be sent">
          <CloudUpload />
          <span className="visually-hidden">Waiting to be sent</span>
        </span>
      )}
      {isOutdated && (
        <span className={classes.outdated} title="No longer matches">
          <FunnelX />
          <span className="visually-hidden">No longer matches</span>
        </span>
      )}
    </span>
  );
}

function Counts({ checklist, files }: BoardTask) {
  return (
    <>
      {checklist && (
        <Count
          icon={<ListChecks />}
          text={`${checklist.done}/${checklist.total}`}
          label={`${checklist.done} of ${checklist.total} checklist items done`}
        />
      )}
      {!!files && <Count icon={<Paperclip />} text={files} label={`Files: ${files}`} />}
    </>
  );
}

function Count({ icon, text, label }: { icon: ReactNode; text: ReactNode; label: string }) {
  return (
    <span className={classes.checklist}>
      {icon}
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

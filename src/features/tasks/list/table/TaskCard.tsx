import { memo } from "react";
import { isOverdueOn } from "#contract/due.ts";
import type { ListedTask } from "#contract/shapes/task.ts";
import { LabelChips } from "#features/labels/LabelChips.tsx";
import { emptyFields } from "#features/pickers/emptyFields.ts";
import { FactButton } from "#features/pickers/FactButton.tsx";
import { TaskMenu } from "#features/pickers/TaskMenu.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { TeamLink } from "#features/teams/TeamLink.tsx";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { DueDay } from "#ui/badges/DueDay.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { StatusBadge } from "#ui/badges/StatusBadge.tsx";
import { Link } from "#ui/button/Link.tsx";
import card from "#ui/page/Card.module.css";
import { excerpt } from "./excerpt.ts";
import { FoundIn } from "./FoundIn.tsx";
import { SelectTask } from "./SelectTask.tsx";
import classes from "./TaskCard.module.css";

/** The props of a card or a row of the list. */
export interface ListedTaskProps {
  task: ListedTask;
  assignee: string | undefined;
  today: string;
  selected: boolean;
  /** Absent if the server can't change several tasks. */
  onSelect: Selection["set"] | undefined;
}

/** A task in the list (§2). Its link covers the card, below the values that pickers change. */
export const TaskCard = memo(function TaskCard(props: ListedTaskProps) {
  const { task, selected, onSelect } = props;
  return (
    <article
      className={cx(card.card, card.opens, card.rises, classes.card, selected && classes.selected)}
      data-selected={selected || undefined}
    >
      <div className={classes.head}>
        <h2 dir="auto" className={cx(card.title, classes.title)}>
          <Link to={paths.task(task.id)} className={cx(card.cover, card.threeLines)}>
            {task.title}
          </Link>
        </h2>
        <FactButton field="priority" taskId={task.id} isEditable={onSelect !== undefined}>
          <PriorityBadge priority={task.priority} />
        </FactButton>
        {onSelect && <TaskMenu task={task} isSelected={selected} className={classes.menu} />}
      </div>
      <div>
        {task.description && (
          <p dir="auto" className={classes.description}>
            {excerpt(task.description)}
          </p>
        )}
        <FoundIn task={task} />
        <LabelChips ids={task.labels} most={4} className={classes.labels} />
      </div>
      <Facts {...props} />
    </article>
  );
});

function Facts({ task, assignee, today, selected, onSelect }: ListedTaskProps) {
  const isEditable = onSelect !== undefined;
  return (
    <div className={classes.facts}>
      <div
        className={cx(card.facts, classes.when)}
        data-empty={emptyFields(task, "due_date", "team_id")}
      >
        <FactButton field="status" taskId={task.id} isEditable={isEditable}>
          <StatusBadge status={task.status} />
        </FactButton>
        {task.due_date && (
          <FactButton field="due_date" taskId={task.id} isEditable={isEditable}>
            <DueDay day={task.due_date} overdue={isOverdueOn(task, today)} prefix="Due: " compact />
          </FactButton>
        )}
        <TeamLink id={task.team_id} short />
      </div>
      {onSelect && <SelectTask task={task} selected={selected} onSelect={onSelect} />}
      {/* The place stays free for the button of an empty field, and for a name that arrives later. */}
      {assignee ? (
        <FactButton field="assignee_id" taskId={task.id} isEditable={isEditable}>
          <Avatar name={assignee} size="sm" />
        </FactButton>
      ) : (
        <span className={classes.unnamed} data-empty={emptyFields(task, "assignee_id")} />
      )}
    </div>
  );
}

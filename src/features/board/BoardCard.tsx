import { Ellipsis } from "lucide-react";
import { memo } from "react";
import type { DraggableProvidedDragHandleProps } from "react-beautiful-dnd";
import { Link } from "react-router-dom";
import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_STATUSES, type Task, type TaskStatus } from "#contract/task.ts";
import { cx } from "#lib/cx.ts";
import { isOverdueOn } from "#lib/day.ts";
import { paths } from "#lib/paths.ts";
import { Avatar } from "#ui/Avatar.tsx";
import { Menu } from "#ui/Menu.tsx";
import { DueDay } from "#ui/DueDay.tsx";
import { PriorityBadge } from "#ui/PriorityBadge.tsx";
import classes from "./BoardCard.module.css";
import { useRequestMove } from "./useRequestMove.ts";

interface CardProps {
  task: Task;
  assignee: string | undefined;
  today: string;
  handle: DraggableProvidedDragHandleProps | null;
  lifted?: boolean;
}

/**
 * A task on the board. Its link covers the card: it opens the task, and it is what lifts it, so that
 * one stop of the Tab key serves both. The menu lies above the link and never lifts.
 */
export const BoardCard = memo(function BoardCard({
  task,
  assignee,
  today,
  handle,
  lifted = false,
}: CardProps) {
  return (
    <article className={cx(classes.card, lifted && classes.lifted)}>
      <h3 className={classes.title}>
        <Link {...asLink(handle)} to={paths.task(task.id)} className={classes.link}>
          {task.title}
        </Link>
      </h3>
      <MoveMenu task={task} />
      <div className={classes.facts}>
        <PriorityBadge priority={task.priority} />
        {task.due_date && <DueDay day={task.due_date} overdue={isOverdueOn(task, today)} />}
        {assignee && (
          <span className={classes.assignee}>
            <Avatar name={assignee} size="sm" />
          </span>
        )}
      </div>
    </article>
  );
});

/** The library makes a button of what lifts; ours is a link, and stays one. */
function asLink(handle: CardProps["handle"]) {
  if (!handle) return null;
  const { role: _button, ...rest } = handle;
  return rest;
}

const ICON = <Ellipsis />;

function MoveMenu({ task }: { task: Task }) {
  const requestMove = useRequestMove();
  const others = TASK_STATUSES.filter((status) => status !== task.status);
  const item = (to: TaskStatus) => ({
    label: `Move to ${COLUMN_LABELS[to]}`,
    onSelect: () => requestMove(task.id, to, "menu"),
  });
  return (
    <div className={classes.menu}>
      <Menu label={`Move to… (${task.title})`} icon={ICON} items={others.map(item)} />
    </div>
  );
}

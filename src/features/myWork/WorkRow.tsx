import { Check } from "lucide-react";
import { useDispatch } from "react-redux";
import { isOverdueOn } from "#contract/due.ts";
import type { ListedTask } from "#contract/shapes/task.ts";
import { requestEdit } from "#features/changes/actions/requestEdit.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { LabelChips } from "#features/labels/LabelChips.tsx";
import { FieldButton } from "#features/pickers/FieldButton.tsx";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { DueDay } from "#ui/badges/DueDay.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { StatusBadge } from "#ui/badges/StatusBadge.tsx";
import { Link } from "#ui/button/Link.tsx";
import classes from "./MyWork.module.css";

/** A task of the user's work: a tick for done, the title, and buttons that change its values. */
export function WorkRow({
  task,
  assignee,
  today,
}: {
  task: ListedTask;
  /** The name of who has the task. */
  assignee: string | undefined;
  today: string;
}) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const isDone = task.status === "Done";
  return (
    <li data-card={task.id} className={cx(classes.row, isDone && classes.done)}>
      <button
        type="button"
        aria-pressed={isDone}
        aria-label={`Done: ${task.title}`}
        title={isDone ? "Not done" : "Done"}
        className={classes.tick}
        onClick={() => dispatch(requestEdit([task], { status: isDone ? "Todo" : "Done" }))}
      >
        <Check aria-hidden="true" />
      </button>
      {/* Otherwise the browser would drag the link instead of the row. */}
      <Link to={paths.task(task.id)} dir="auto" className={classes.title} draggable={false}>
        {task.title}
      </Link>
      <LabelChips ids={task.labels} most={2} className={classes.labels} />
      <span className={classes.facts}>
        <FieldButton field="status" task={task}>
          <StatusBadge status={task.status} />
        </FieldButton>
        <FieldButton field="priority" task={task}>
          <PriorityBadge priority={task.priority} />
        </FieldButton>
        <FieldButton field="due_date" task={task}>
          {task.due_date ? (
            <DueDay day={task.due_date} overdue={isOverdueOn(task, today)} compact />
          ) : (
            "No date"
          )}
        </FieldButton>
        <FieldButton field="assignee_id" task={task}>
          {/* The names may arrive later than the tasks. */}
          {assignee ? (
            <Avatar name={assignee} size="sm" />
          ) : (
            <span>{task.assignee_id ? "One assignee" : "Unassigned"}</span>
          )}
        </FieldButton>
      </span>
    </li>
  );
}

import { ArrowLeft, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TaskDetail } from "#api/taskResponses.ts";
import { Comments } from "#features/tasks/comments/Comments.tsx";
import { loadTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { History } from "#features/tasks/history/History.tsx";
import { useDeleteTaskMutation } from "#features/tasks/tasksApi.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstant, formatInstantFull } from "#lib/dates/day.ts";
import { useResume } from "#session/useDraft.ts";
import { Button } from "#ui/button/Button.tsx";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { Description, PendingDescription } from "./Description.tsx";
import classes from "./TaskPage.module.css";
import { TaskProperties } from "./TaskProperties.tsx";

/** How a task's screen is left. `replace`: the browser's Back must not lead to the task again. */
export type LeaveTask = (how?: { replace: boolean }) => void;

/** A task with its actions and comments. */
export function TaskView({
  task,
  isPartial,
  lacksDescription,
  onEdit,
  onLeave,
  tools,
}: {
  task: TaskDetail;
  /** Whether the task has only the fields of a list. */
  isPartial: boolean;
  /** Whether the description has not arrived yet. */
  lacksDescription: boolean;
  /** Opens the form, with the values of edits and moves that are still under way. */
  onEdit: (shown: TaskDetail) => void;
  onLeave: LeaveTask;
  tools: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <Button
          variant="ghost"
          size="sm"
          icon={<ArrowLeft />}
          className={classes.back}
          onClick={() => onLeave()}
        >
          Back
        </Button>
        {tools}
      </div>
      <PageHeader
        title={<span className={classes.title}>{task.title}</span>}
        subtitle={<Created instant={task.created_at} by={task.created_by_name} />}
        actions={<Actions task={task} canEdit={!isPartial} onEdit={onEdit} onLeave={onLeave} />}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <section aria-labelledby="description-heading" className={classes.section}>
            <h2 id="description-heading">Description</h2>
            {lacksDescription ? (
              <PendingDescription />
            ) : (
              <Description task={task} canTick={!isPartial} />
            )}
          </section>
          <Comments taskId={task.id}>
            <History taskId={task.id} />
          </Comments>
        </div>
        <TaskProperties task={task} />
      </div>
    </div>
  );
}

function Actions({
  task,
  canEdit,
  onEdit,
  onLeave,
}: {
  task: TaskDetail;
  canEdit: boolean;
  onEdit: (shown: TaskDetail) => void;
  onLeave: LeaveTask;
}) {
  const [deleteTask, { isLoading: isDeleting }] = useDeleteTaskMutation();
  const [isConfirming, setConfirming] = useState(false);

  async function remove() {
    const { error } = await deleteTask(task.id);
    setConfirming(false);
    // The browser's Back must not lead to the deleted task.
    if (!error) onLeave({ replace: true });
  }
  const edit = () => onEdit(task);
  useResume(canEdit ? `task:${task.id}` : undefined, edit);
  return (
    <>
      <Button
        icon={<Pencil />}
        disabled={!canEdit}
        onClick={edit}
        onPointerEnter={() => void loadTaskDialog()}
      >
        Edit Task
      </Button>
      <Button icon={<Trash2 />} className={classes.delete} onClick={() => setConfirming(true)}>
        Delete
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete task"
          message="Are you sure you want to delete this task? This action cannot be undone."
          confirmLabel="Delete"
          danger
          busy={isDeleting}
          onConfirm={() => void remove()}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function Created({ instant, by }: { instant: string; by: string | undefined }) {
  if (!instant) return null;
  return (
    <>
      {"Created "}
      <time dateTime={instant} title={formatInstantFull(instant)}>
        {formatInstant(instant)}
      </time>
      {` (${formatRelative(instant)})`}
      {by && ` by ${by}`}
    </>
  );
}

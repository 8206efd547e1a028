import { ArrowLeft, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { useDispatch, useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import { toggleItem } from "#contract/checklist.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { Comments } from "#features/tasks/comments/Comments.tsx";
import { loadTaskDialog } from "#features/tasks/form/LazyTaskDialog.tsx";
import { History } from "#features/tasks/history/History.tsx";
import { RichText } from "#features/tasks/richText/RichText.tsx";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstant, formatInstantFull } from "#lib/dates/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { useResume } from "#session/useDraft.ts";
import { Button } from "#ui/button/Button.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import { DeleteTask, type LeaveTask } from "./DeleteTask.tsx";
import classes from "./TaskPage.module.css";
import { TaskProperties } from "./TaskProperties.tsx";

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
      <DeleteTask id={task.id} onLeave={onLeave} />
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
      {by && <span>{` by ${by}`}</span>}
    </>
  );
}

/** A task's description. Its task lists can be ticked, which changes the text. */
function Description({ task, canTick }: { task: TaskDetail; canTick: boolean }) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const { description } = task;
  if (!description) return <p className={classes.faint}>No description provided.</p>;
  function tick(line: number) {
    const toggled = toggleItem(description, line);
    if (toggled !== null) dispatch(requestEdit([task], { description: toggled }, task.etag));
  }
  return <RichText text={description} {...(canTick && { onTick: tick })} />;
}

/** Replaces a description that has not arrived yet. */
function PendingDescription() {
  const isOffline = useSelector(selectIsOffline);
  if (isOffline) {
    return <p className={classes.faint}>The description will show when you are back online.</p>;
  }
  return (
    <>
      <output className="visually-hidden">Loading task…</output>
      <Skeleton className={classes.lines} />
    </>
  );
}

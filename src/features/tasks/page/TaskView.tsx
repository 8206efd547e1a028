import { ArrowLeft, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { useDispatch, useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import { toggleItem } from "#contract/checklist.ts";
import { requestEdit } from "#features/changes/actions/requestEdit.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import type { Uncreated } from "#features/changes/shown/useUncreated.ts";
import { LazyFiles } from "#features/files/LazyFiles.tsx";
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
import { UncreatedNote } from "./UncreatedNote.tsx";
import { type Editing, useDraftInPlace, useInPlace } from "./useInPlace.tsx";

/** A task with its actions and comments. */
export function TaskView({
  uncreated,
  lacksDescription,
  onLeave,
  tools,
  ...editing
}: Editing & {
  /** What is known of a task that the server has not created yet. */
  uncreated: Uncreated | null;
  /** Whether the description has not arrived yet. */
  lacksDescription: boolean;
  onLeave: LeaveTask;
  tools: ReactNode;
}) {
  const { task, isPartial } = editing;
  const title = useInPlace("title", editing, <span className={classes.title}>{task.title}</span>);
  const description = useInPlace(
    "description",
    editing,
    <Description task={task} canTick={!isPartial} />,
  );
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
        title={title.text}
        beside={title.control}
        subtitle={<Created instant={task.created_at} by={task.created_by_name} />}
        actions={<Actions {...editing} isNew={uncreated !== null} onLeave={onLeave} />}
      />
      {uncreated && <UncreatedNote {...uncreated} />}
      <div className={classes.columns}>
        <div className={classes.main}>
          <section aria-labelledby="description-heading" className={classes.section}>
            <div className={classes.heading}>
              <h2 id="description-heading">Description</h2>
              {!description.isOpen && description.control}
            </div>
            {description.isOpen && description.control}
            {lacksDescription ? <PendingDescription /> : description.text}
          </section>
          {!uncreated && <LazyFiles taskId={task.id} count={task.files} />}
          {!uncreated && <Comments taskId={task.id} />}
        </div>
        <div className={classes.side}>
          <TaskProperties task={task} />
          {!uncreated && <History taskId={task.id} />}
        </div>
      </div>
    </div>
  );
}

function Actions({ isNew, onLeave, ...editing }: Editing & { isNew: boolean; onLeave: LeaveTask }) {
  const { task, isPartial, onEdit } = editing;
  const edit = () => onEdit({ task, place: null });
  useDraftInPlace(editing);
  // After the draft: the form that the end of the session has closed opens instead.
  useResume(isPartial ? undefined : `task:${task.id}`, edit);
  return (
    <>
      <Button
        icon={<Pencil />}
        disabled={isPartial}
        onClick={edit}
        onPointerEnter={() => void loadTaskDialog()}
      >
        Edit Task
      </Button>
      {!isNew && <DeleteTask id={task.id} onLeave={onLeave} />}
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
      {by && (
        <span>
          {" by "}
          <bdi>{by}</bdi>
        </span>
      )}
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

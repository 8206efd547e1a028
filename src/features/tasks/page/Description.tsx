import { useDispatch, useSelector } from "react-redux";
import { selectIsOffline } from "#api/connectionEvents.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import { toggleItem } from "#contract/checklist.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { RichText } from "#features/tasks/richText/RichText.tsx";
import type { StoreDispatch } from "#session/appExtra.ts";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./TaskPage.module.css";

/** A task's description. Its task lists can be ticked, which changes the text. */
export function Description({ task, canTick }: { task: TaskDetail; canTick: boolean }) {
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
export function PendingDescription() {
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

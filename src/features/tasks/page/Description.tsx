import { RichText } from "#features/tasks/richText/RichText.tsx";
import type { TaskDetail } from "#features/tasks/taskResponses.ts";
import classes from "./TaskPage.module.css";
import { useTicks } from "./useTicks.ts";

/** A task's description. Its task lists can be ticked. */
export function Description({ task, canTick }: { task: TaskDetail; canTick: boolean }) {
  const { description, tick } = useTicks(task);
  if (!description) return <p className={classes.faint}>No description provided.</p>;
  return <RichText text={description} {...(canTick && { onTick: tick })} />;
}

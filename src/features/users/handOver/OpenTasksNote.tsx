import type { TaskRun } from "#contract/shapes/run.ts";
import type { User } from "#contract/shapes/user.ts";
import { useUndoRunMutation } from "#features/runs/runsApi.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./OpenTasksNote.module.css";

/** Offers under an inactive user's name to hand their open tasks over, and says how many there are. */
export function OpenTasksNote({
  user,
  tasks,
  isCounted,
  onHandOver,
}: {
  user: User;
  /** For example "3 open tasks". */
  tasks: string;
  /** Whether the row shows the number elsewhere. */
  isCounted: boolean;
  onHandOver: () => void;
}) {
  return (
    <span className={classes.note}>
      {!isCounted && tasks}
      <Button
        size="sm"
        variant="ghost"
        className={classes.button}
        data-control="handOver"
        aria-label={`Hand over ${tasks} of ${user.name}`}
        onClick={onHandOver}
      >
        {isCounted ? "Hand over tasks" : "Hand over"}
      </Button>
    </span>
  );
}

/** Says under a user's name who has just got their open tasks, and offers to give these back. */
export function HandedOverNote({ user, run }: { user: User; run: TaskRun }) {
  const [undo, { isLoading }] = useUndoRunMutation();
  const { id, counts, change } = run;
  const tasks = countOf(counts.done, "task");
  return (
    <span className={classes.note}>
      {change.assignee ? `${tasks} handed over to ${change.assignee.name}` : `${tasks} unassigned`}
      <Button
        size="sm"
        variant="ghost"
        className={classes.button}
        data-control="undoHandOver"
        busy={isLoading}
        aria-label={`Undo the hand-over of ${tasks} of ${user.name}`}
        onClick={() => void undo({ kind: "task", id })}
      >
        Undo
      </Button>
    </span>
  );
}

import type { User } from "#contract/shapes/user.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./OpenTasksNote.module.css";

/** Says under an inactive user's name how many open tasks they have, and offers to hand them over. */
export function OpenTasksNote({
  user,
  tasks,
  onHandOver,
}: {
  user: User;
  /** For example "3 open tasks". */
  tasks: string;
  onHandOver: () => void;
}) {
  return (
    <span className={classes.note}>
      {tasks}
      <Button
        size="sm"
        variant="ghost"
        className={classes.button}
        data-control="handOver"
        aria-label={`Hand over ${tasks} of ${user.name}`}
        onClick={onHandOver}
      >
        Hand over
      </Button>
    </span>
  );
}

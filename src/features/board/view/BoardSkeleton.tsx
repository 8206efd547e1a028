import { TASK_STATUSES } from "#contract/task.ts";
import { Skeleton } from "#ui/Skeleton.tsx";
import classes from "./BoardPage.module.css";

const CARDS = [3, 2, 4] as const;

/** The board's shape while it loads, so that nothing jumps when it comes. */
export function BoardSkeleton() {
  return (
    <div className={classes.columns}>
      <output className="visually-hidden">Loading the board…</output>
      {TASK_STATUSES.map((status, column) => (
        <div key={status} className={classes.placeholder}>
          <Skeleton className={classes.heading} />
          {Array.from({ length: CARDS[column] ?? 0 }, (_none, card) => (
            <Skeleton key={card} className={classes.card} />
          ))}
        </div>
      ))}
    </div>
  );
}

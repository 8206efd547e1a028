import { TASK_STATUSES } from "#contract/task.ts";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./BoardPage.module.css";

const CARDS_PER_COLUMN = [3, 2, 4] as const;

/** The board's layout without content, so that nothing jumps when the board arrives. */
export function BoardSkeleton() {
  return (
    <div className={classes.columns}>
      <output className="visually-hidden">Loading the board…</output>
      {TASK_STATUSES.map((status, column) => (
        <div key={status} className={classes.placeholder}>
          <Skeleton className={classes.heading} />
          {Array.from({ length: CARDS_PER_COLUMN[column] ?? 0 }, (_none, card) => (
            <Skeleton key={card} className={classes.card} />
          ))}
        </div>
      ))}
    </div>
  );
}

import { Skeleton } from "#ui/page/Skeleton.tsx";
import classes from "./TaskPage.module.css";

/** The page's layout without content, so that nothing jumps when the task arrives. */
export function TaskSkeleton() {
  return (
    <div className={classes.page}>
      <output className="visually-hidden">Loading task…</output>
      <Skeleton className={classes.backLine} />
      <Skeleton className={classes.titleLine} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Skeleton className={classes.block} />
          <Skeleton className={classes.block} />
        </div>
        <Skeleton className={classes.factsBlock} />
      </div>
    </div>
  );
}

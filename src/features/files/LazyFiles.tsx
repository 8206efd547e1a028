import { type CSSProperties, Suspense } from "react";
import { useSelector } from "react-redux";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import classes from "./LazyFiles.module.css";

const Files = lazyPart(() => import(/* webpackChunkName: "files" */ "./Files.tsx"));

/**
 * The files of a task, whose code loads after the task. A server of the contract has none.
 *
 * @param count their number, for which room is kept; undefined if it is unknown
 */
export function LazyFiles({ taskId, count }: { taskId: string; count: number | undefined }) {
  const hasFiles = useSelector(selectHasExtensions);
  return (
    hasFiles && (
      <div
        className={classes.room}
        {...(count !== undefined && { style: { "--files": count } as CSSProperties })}
      >
        <Suspense>
          <Files key={taskId} taskId={taskId} count={count ?? 0} />
        </Suspense>
      </div>
    )
  );
}

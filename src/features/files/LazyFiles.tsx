import { Suspense } from "react";
import { useSelector } from "react-redux";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";

const Files = lazyPart(() => import(/* webpackChunkName: "files" */ "./Files.tsx"));

/** The files of a task, whose code loads after the task. A server of the contract has none. */
export function LazyFiles({ taskId }: { taskId: string }) {
  const hasFiles = useSelector(selectHasExtensions);
  return (
    hasFiles && (
      <Suspense>
        <Files key={taskId} taskId={taskId} />
      </Suspense>
    )
  );
}

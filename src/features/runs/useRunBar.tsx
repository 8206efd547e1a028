import { Suspense, useState } from "react";
import { useDispatch } from "react-redux";
import { isUnderWay } from "#features/jobs/jobState.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { LateRunsDialog } from "./LateRunsDialog.ts";
import { RunOutcome, RunProgress } from "./RunProgress.tsx";
import { type Run, type RunKind, startTaskRun, taskRunLike } from "./runsApi.ts";
import { useShownRun } from "./useShownRun.ts";

type Selection = Parameters<typeof useShownRun>[1];

/**
 * What a bar shows of the bulk actions that the server carries out, and the dialog of their results.
 *
 * @param onRepeat starts an action again, for some of its items
 */
export function useRunBar(
  kind: RunKind,
  selection: Selection,
  onRepeat: (former: Run, ids: readonly string[]) => void,
) {
  const shown = useShownRun(kind, selection);
  const [opened, setOpened] = useState<{ id: string | null } | null>(null);
  const open = (id: string | null) => setOpened({ id });
  const { run } = shown;
  return {
    shown,
    run,
    progress: run && isUnderWay(run) && <RunProgress run={run} />,
    result: <RunOutcome shown={shown} onRepeat={onRepeat} onOpen={open} />,
    dialog: opened && (
      <Suspense fallback={null}>
        <LateRunsDialog kind={kind} id={opened.id} onOpen={open} onClose={() => setOpened(null)} />
      </Suspense>
    ),
  };
}

/** The bar of bulk actions on tasks. */
export function useTaskRuns(selection: Selection) {
  const dispatch = useDispatch<StoreDispatch>();
  return useRunBar("task", selection, (former, ids) => {
    if (former.kind === "task") void dispatch(startTaskRun(taskRunLike(former, ids)));
  });
}

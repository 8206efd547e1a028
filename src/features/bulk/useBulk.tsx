import { useEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { JobOutcome, JobProgress, type NextStep } from "#features/jobs/JobProgress.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import type { BulkFeature } from "./bulkListeners.ts";
import type { BulkPhase } from "./bulkMachine.ts";

/**
 * The state of a feature's bulk action, and what shows its progress and its result; both are null while
 * there is no action. The result is dismissed when the component unmounts.
 */
export function useBulk<State, Action>({
  bulk: { actions },
  select,
  inverse,
  words,
}: BulkFeature<State, Action>) {
  const dispatch = useDispatch();
  const run = useSelector(select);
  useEffect(() => () => void dispatch(actions.bulkResultDismissed()), [dispatch, actions]);
  const { phase, action, ids, done, failed } = run;
  function dismiss() {
    if (phase !== "idle") dispatch(actions.bulkResultDismissed());
  }
  if (action === null || phase === "idle") return { run, progress: null, result: null, dismiss };
  if (phase !== "finished") {
    const progress = (
      <JobProgress
        label={words.progress(action, ids.length)}
        reached={done.length + failed.length}
        total={ids.length}
        stop="Cancel"
        isStopping={phase === "stopping"}
        onStop={() => dispatch(actions.bulkStopRequested())}
      />
    );
    return { run, progress, result: null, dismiss };
  }
  const steps: NextStep[] = [];
  const retries = failed.filter(({ isFinal }) => !isFinal).length;
  if (retries > 0)
    steps.push({
      text: `Retry ${retries} failed`,
      onPress: () => dispatch(actions.bulkRetryRequested()),
    });
  const undo = inverse(action);
  if (undo !== null && done.length > 0)
    steps.push({
      text: words.undo(action, done.length),
      onPress: () => dispatch(actions.bulkRequested({ action: undo, ids: done })),
    });
  return { run, progress: null, result: <JobOutcome steps={steps} onDismiss={dismiss} />, dismiss };
}

/** After a bulk action, the rows that failed or were not reached stay selected. */
export function useRestSelected(
  { phase, ids, done }: { phase: BulkPhase; ids: readonly string[]; done: readonly string[] },
  replace: Selection["replace"],
): void {
  const lastPhase = useRef<BulkPhase>("idle");
  useEffect(() => {
    if (phase === "finished" && lastPhase.current !== "finished") {
      const changed = new Set(done);
      replace(ids.filter((id) => !changed.has(id)));
    }
    lastPhase.current = phase;
  }, [phase, ids, done, replace]);
}

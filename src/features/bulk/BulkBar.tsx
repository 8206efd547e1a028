import { type ReactNode, useEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { JobProgress } from "#features/jobs/JobProgress.tsx";
import { BulkOutcome } from "./BulkOutcome.tsx";
import type { Bulk, BulkState } from "./bulk.ts";
import type { BulkPhase } from "./bulkMachine.ts";
import type { BulkWords } from "./bulkWords.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import type { Selection } from "./useSelection.ts";

/** Bulk actions on the selected rows, with progress and result. */
export function BulkBar<A, C>({
  bulk,
  run,
  words,
  selection,
  next,
  progress,
  result,
  focusKey = "",
  ...bar
}: {
  bulk: Bulk<A, C>;
  run: BulkState<A, C>;
  words: BulkWords<A>;
  selection: Selection;
  /** Further controls beside the last action's result. */
  next?: ReactNode;
  /** The progress and the result of an action that the server carries out. */
  progress?: ReactNode;
  result?: ReactNode;
  focusKey?: string;
} & Pick<
  Parameters<typeof SelectionBar>[0],
  "hidden" | "className" | "begin" | "more" | "children"
>) {
  const dispatch = useDispatch();
  const { actions } = bulk;
  useRestSelected(run, selection.replace);

  // The result is dismissed when the user leaves the page.
  useEffect(() => () => void dispatch(actions.bulkResultDismissed()), [dispatch, actions]);

  const { action, phase } = run;
  const isRunning = phase === "running" || phase === "stopping";
  return (
    <SelectionBar
      {...bar}
      label={words.bar}
      selection={selection}
      focusKey={`${phase} ${focusKey}`}
      progress={
        isRunning && action !== null ? (
          <JobProgress
            label={words.progress(action, run.items.length)}
            reached={run.done.length + run.failed.length}
            total={run.items.length}
            stop="Cancel"
            isStopping={phase === "stopping"}
            onStop={() => dispatch(actions.bulkStopRequested())}
          />
        ) : (
          progress
        )
      }
      result={
        phase === "finished" && action !== null ? (
          <BulkOutcome bulk={bulk} run={run} action={action} words={words}>
            {next}
          </BulkOutcome>
        ) : (
          result
        )
      }
    />
  );
}

/** After an action, the rows that failed or were not reached stay selected. */
function useRestSelected<A, C>(run: BulkState<A, C>, replace: Selection["replace"]): void {
  const lastPhase = useRef<BulkPhase>("idle");
  useEffect(() => {
    if (run.phase === "finished" && lastPhase.current !== "finished") {
      const done = new Set(run.done.map(({ id }) => id));
      replace(run.items.map(({ id }) => id).filter((id) => !done.has(id)));
    }
    lastPhase.current = run.phase;
  }, [run, replace]);
}

import { JobProgress } from "./JobProgress.tsx";
import { progressOf } from "./jobState.ts";
import { type Run, useStopRunMutation } from "./runsApi.ts";
import { progressLabel } from "./runWords.ts";

/** The progress of a bulk action that is under way. An undo runs to its end. */
export function RunProgress({ run, by = "" }: { run: Run; by?: string }) {
  const [stop, { isLoading }] = useStopRunMutation();
  const { kind, id, state } = run;
  return (
    <JobProgress
      label={by + progressLabel(run)}
      {...progressOf(run)}
      isStopping={isLoading}
      onStop={state === "running" ? () => void stop({ kind, id }) : undefined}
    />
  );
}

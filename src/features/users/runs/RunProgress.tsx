import type { UserRun } from "#contract/userRun.ts";
import classes from "#features/bulk/BulkBar.module.css";
import { JobProgress } from "#features/jobs/JobProgress.tsx";
import { progressOf } from "#features/jobs/jobState.ts";
import { progressLabel } from "./runWords.ts";
import { useGetUserRunQuery, useStopUserRunMutation } from "./userRunsApi.ts";

/** The progress of a run that is under way. Every admin can stop it; an undo runs to its end. */
export function RunProgress({ run, by = "" }: { run: UserRun; by?: string }) {
  const [stop, { isLoading }] = useStopUserRunMutation();
  return (
    <JobProgress
      label={by + progressLabel(run)}
      {...progressOf(run)}
      isStopping={isLoading}
      onStop={run.state === "running" ? () => void stop(run.id) : undefined}
    />
  );
}

/** A run of another admin. */
export function OtherRun({ run: listed }: { run: UserRun }) {
  const { data: run = listed } = useGetUserRunQuery(listed.id);
  return (
    <section aria-label={`Bulk action of ${run.created_by.name}`} className={classes.bar}>
      <RunProgress run={run} by={`${run.created_by.name}: `} />
    </section>
  );
}

import { skipToken } from "@reduxjs/toolkit/query/react";
import type { User } from "#contract/shapes/user.ts";
import { JobProgressRow } from "#features/jobs/JobProgress.tsx";
import { progressOf } from "#features/jobs/jobState.ts";
import { useGetRunQuery, useStopRunMutation } from "#features/runs/runsApi.ts";
import { handOverApi } from "./handOverApi.ts";

/** The progress of the hand-over of a user's tasks, while it is under way. */
export function HandOverProgress({ from }: { from: User["id"] }) {
  const { data: begun } = handOverApi.endpoints.getHandOverRun.useQueryState(from);
  const { data: run = begun } = useGetRunQuery(begun ? { kind: "task", id: begun.id } : skipToken);
  const [stop, { isLoading }] = useStopRunMutation();
  if (!begun || !run) return null;
  return (
    <JobProgressRow
      label="Handing over open tasks"
      {...progressOf(run)}
      isStopping={isLoading}
      onStop={() => void stop({ kind: "task", id: run.id })}
    />
  );
}

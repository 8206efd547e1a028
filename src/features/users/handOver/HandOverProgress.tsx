import type { User } from "#contract/user.ts";
import { JobProgressRow } from "#features/jobs/JobProgress.tsx";
import { progressOf } from "#features/jobs/jobState.ts";
import { handOverApi, useStopHandOverMutation } from "./handOverApi.ts";

/** The progress of the hand-over of a user's tasks, while it is under way. */
export function HandOverProgress({ from }: { from: User["id"] }) {
  const { data: run } = handOverApi.endpoints.getHandOverRun.useQueryState(from);
  const [stop, { isLoading }] = useStopHandOverMutation();
  if (!run) return null;
  return (
    <JobProgressRow
      label="Handing over open tasks"
      {...progressOf(run)}
      isStopping={isLoading}
      onStop={() => void stop(run.id)}
    />
  );
}

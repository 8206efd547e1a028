import { History } from "lucide-react";
import type { RunResult } from "#contract/run.ts";
import classes from "#features/jobs/JobProgress.module.css";
import { JobOutcome, JobProgress, type NextStep } from "#features/jobs/JobProgress.tsx";
import { progressOf } from "#features/jobs/jobState.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { canUndo, type Run, useStopRunMutation, useUndoRunMutation } from "./runsApi.ts";
import { progressLabel, undoLabel } from "./runWords.ts";
import { itemIdOf, type ShownRun } from "./useShownRun.ts";

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

/**
 * The actions after a bulk action: retry the failures, continue with the rest, undo it, or show its
 * result.
 */
export function RunOutcome({
  shown: { run, failed, runs, dismiss },
  onRepeat,
  onOpen,
}: {
  shown: ShownRun;
  /** Starts the action again, for some of its items. */
  onRepeat: (run: Run, ids: readonly string[]) => void;
  /** Opens the result of a bulk action, or the list of bulk actions. */
  onOpen: (id: string | null) => void;
}) {
  const [undo, { isLoading: isUndoing }] = useUndoRunMutation();
  const recent = runs.length > 0 && (
    <IconButton
      label="Recent bulk actions"
      icon={<History />}
      size="sm"
      className={run ? undefined : classes.recent}
      onClick={() => onOpen(null)}
    />
  );
  if (!run) return recent;

  const repeat = (result: RunResult) =>
    onRepeat(run, failed?.flatMap((item) => (item.result === result ? itemIdOf(item) : [])) ?? []);
  const { kind, id, counts } = run;
  const isUndone = run.state === "undone";
  const steps: NextStep[] = [];
  if (counts.refused > 0 && !isUndone && failed) {
    const text = `Retry ${formatCount(counts.refused)} failed`;
    steps.push({ text, onPress: () => repeat("refused") });
  }
  if (counts.waiting > 0 && !isUndone && failed) {
    const text = `Continue with ${formatCount(counts.waiting)}`;
    steps.push({ text, onPress: () => repeat("waiting") });
  }
  if (canUndo(run)) {
    const onPress = () => void undo({ kind, id });
    steps.push({ text: undoLabel(run), isBusy: isUndoing, onPress });
  }
  steps.push({ text: "Result", onPress: () => onOpen(id) });
  return <JobOutcome steps={steps} more={recent} onDismiss={dismiss} />;
}

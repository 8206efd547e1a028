import { History, X } from "lucide-react";
import classes from "#features/bulk/BulkBar.module.css";
import { formatCount } from "#lib/formatCount.ts";
import { Button } from "#ui/Button.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import { undoLabel } from "./runWords.ts";
import { type RunDraft, useUndoUserRunMutation } from "./userRunsApi.ts";
import type { ShownRun } from "./useShownRun.ts";

/**
 * The actions after a run: retry the failures, continue with the rest, undo the run, or show its
 * result.
 */
export function RunOutcome({
  shown: { run, failed, runs, dismiss },
  onStart,
  onOpen,
}: {
  shown: ShownRun;
  onStart: (draft: RunDraft) => void;
  /** Opens the result of a run, or the list of runs. */
  onOpen: (id: string | null) => void;
}) {
  const [undo, { isLoading: isUndoing }] = useUndoUserRunMutation();
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

  const again = (result: "refused" | "waiting"): RunDraft => ({
    action: run.action,
    role: run.role ?? undefined,
    team: run.team?.id,
    hand_over_to: run.hand_over_to?.id,
    ids: failed?.flatMap((item) => (item.result === result ? item.user.id : [])) ?? [],
  });
  const { refused, waiting } = run.counts;
  const isUndone = run.state === "undone";
  return (
    <div className={classes.result}>
      {refused > 0 && !isUndone && failed && (
        <Button size="sm" data-next onClick={() => onStart(again("refused"))}>
          Retry {formatCount(refused)} failed
        </Button>
      )}
      {waiting > 0 && !isUndone && failed && (
        <Button size="sm" data-next onClick={() => onStart(again("waiting"))}>
          Continue with {formatCount(waiting)}
        </Button>
      )}
      {run.undo_until && run.counts.done > 0 && (
        <Button size="sm" data-next busy={isUndoing} onClick={() => void undo(run.id)}>
          {undoLabel(run)}
        </Button>
      )}
      <Button size="sm" data-next onClick={() => onOpen(run.id)}>
        Result
      </Button>
      {recent}
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={dismiss} />
    </div>
  );
}

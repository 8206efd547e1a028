import { History, X } from "lucide-react";
import type { RunResult } from "#contract/userRun.ts";
import { formatCount } from "#lib/formatCount.ts";
import { Button } from "#ui/Button.tsx";
import { IconButton } from "#ui/IconButton.tsx";
import classes from "./JobProgress.module.css";
import { type Run, useUndoRunMutation } from "./runsApi.ts";
import { undoLabel } from "./runWords.ts";
import { itemIdOf, type ShownRun } from "./useShownRun.ts";

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
  return (
    <div className={classes.result}>
      {counts.refused > 0 && !isUndone && failed && (
        <Button size="sm" data-next onClick={() => repeat("refused")}>
          Retry {formatCount(counts.refused)} failed
        </Button>
      )}
      {counts.waiting > 0 && !isUndone && failed && (
        <Button size="sm" data-next onClick={() => repeat("waiting")}>
          Continue with {formatCount(counts.waiting)}
        </Button>
      )}
      {run.undo_until && counts.done > 0 && (
        <Button size="sm" data-next busy={isUndoing} onClick={() => void undo({ kind, id })}>
          {undoLabel(run)}
        </Button>
      )}
      <Button size="sm" data-next onClick={() => onOpen(id)}>
        Result
      </Button>
      {recent}
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={dismiss} />
    </div>
  );
}

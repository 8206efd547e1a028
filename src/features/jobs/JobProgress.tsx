import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import classes from "./JobProgress.module.css";

interface Progress {
  label: string;
  reached: number;
  total: number;
  /** The button's text. */
  stop?: string;
  isStopping?: boolean;
  /** Undefined if the work can't be stopped. */
  onStop?: (() => void) | undefined;
}

/** The progress of long work, and the button that stops it, within a bar. */
export function JobProgress({
  label,
  reached,
  total,
  stop = "Stop",
  isStopping = false,
  onStop,
}: Progress) {
  return (
    <>
      <span className={classes.label}>
        {label}
        <span className={classes.count}>
          {formatCount(reached)} of {formatCount(total)}
        </span>
      </span>
      <progress className={classes.progress} aria-label={label} max={total} value={reached} />
      {onStop && (
        <Button size="sm" data-next busy={isStopping} onClick={onStop}>
          {stop}
        </Button>
      )}
    </>
  );
}

/** {@link JobProgress} in a row of its own. */
export function JobProgressRow(progress: Progress) {
  return (
    <div className={classes.row}>
      <JobProgress {...progress} />
    </div>
  );
}

/** What the user can do after long work, such as a retry or an undo. */
export interface NextStep {
  text: string;
  isBusy?: boolean;
  onPress: () => void;
}

/** The steps after long work, and the button that dismisses its result, within a bar. */
export function JobOutcome({
  steps,
  more,
  onDismiss,
}: {
  steps: readonly NextStep[];
  /** Another control. */
  more?: ReactNode;
  onDismiss: () => void;
}) {
  return (
    <div className={classes.result}>
      {steps.map(({ text, isBusy = false, onPress }) => (
        <Button key={text} size="sm" data-next busy={isBusy} onClick={onPress}>
          {text}
        </Button>
      ))}
      {more}
      <IconButton label="Dismiss" icon={<X />} size="sm" onClick={onDismiss} />
    </div>
  );
}

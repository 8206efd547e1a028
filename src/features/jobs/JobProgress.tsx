import { formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
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

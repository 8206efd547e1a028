import { Button } from "#ui/Button.tsx";
import classes from "./BulkBar.module.css";

/** The progress of a bulk action, and the button that stops it. */
export function BulkProgress({
  label,
  reached,
  total,
  stop = "Cancel",
  isStopping,
  onStop,
}: {
  label: string;
  reached: number;
  total: number;
  /** The button's text. */
  stop?: string;
  isStopping: boolean;
  /** Undefined if the action can't be stopped. */
  onStop: (() => void) | undefined;
}) {
  return (
    <>
      <span className={classes.label}>
        {label}
        <span className={classes.count}>
          {reached} of {total}
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

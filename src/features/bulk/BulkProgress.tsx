import { Button } from "#ui/Button.tsx";
import classes from "./BulkBar.module.css";
import type { BulkState } from "./bulk.ts";

/** The progress of a bulk action, and a Cancel button. */
export function BulkProgress<A, C>({
  run: { phase, items, done, failed },
  label,
  onStop,
}: {
  run: BulkState<A, C>;
  label: string;
  onStop: () => void;
}) {
  const reached = done.length + failed.length;
  return (
    <>
      <span className={classes.label}>
        {label}
        <span className={classes.count}>
          {reached} of {items.length}
        </span>
      </span>
      <progress
        className={classes.progress}
        aria-label={label}
        max={items.length}
        value={reached}
      />
      <Button size="sm" data-next busy={phase === "stopping"} onClick={onStop}>
        Cancel
      </Button>
    </>
  );
}

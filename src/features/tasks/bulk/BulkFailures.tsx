import type { BulkFailure } from "#features/bulk/bulk.ts";
import classes from "./TaskBulkBar.module.css";

/**
 * The reasons why tasks could not be changed, each with its number of tasks. Includes tasks that
 * are not shown.
 */
export function BulkFailures({ failed }: { failed: readonly BulkFailure[] }) {
  const counts = new Map<string, number>();
  for (const { reason } of failed) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return null;
  return (
    <span className={classes.failures}>
      {Array.from(counts, ([reason, count]) => `${reason} (${count})`).join(", ")}
    </span>
  );
}

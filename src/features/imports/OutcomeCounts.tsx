import type { RowOutcome } from "#contract/imports.ts";
import type { ImportCounts } from "#contract/shapes/imports.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import classes from "./ImportPage.module.css";

/** The labels of the outcomes: of a past import, and of a planned one. */
const LABELS: readonly (readonly [outcome: RowOutcome, past: string, future: string])[] = [
  ["imported", "Imported", "To import"],
  ["remarks", "Imported with remarks", "To import, with remarks"],
  ["present", "Already there", "Already there"],
  ["refused", "Refused", "Refused"],
  ["skipped", "Skipped", "To skip"],
  ["removed", "Removed", "Removed"],
  ["kept", "Kept, because changed", "Kept"],
];

/** How many rows had each outcome. */
export function OutcomeCounts({
  counts,
  future = false,
}: {
  counts: ImportCounts;
  future?: boolean;
}) {
  const shown = LABELS.filter(([outcome]) => counts[outcome] > 0);
  return (
    <dl className={classes.counts}>
      {shown.map(([outcome, past, planned]) => (
        <div key={outcome} className={classes.count}>
          <dt>{future ? planned : past}</dt>
          <dd>{formatCount(counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}

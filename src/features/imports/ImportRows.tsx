import type { RowOutcome } from "#contract/imports.ts";
import type { ImportRow } from "#contract/shapes/imports.ts";
import { paths } from "#lib/address/paths.ts";
import { formatDay } from "#lib/dates/day.ts";
import { Badge, type Tone } from "#ui/badges/Badge.tsx";
import { StatusBadge } from "#ui/badges/StatusBadge.tsx";
import { Link } from "#ui/button/Link.tsx";
import classes from "./ImportPage.module.css";

const OUTCOMES: Readonly<Record<RowOutcome, readonly [label: string, tone: Tone]>> = {
  imported: ["Imported", "green"],
  remarks: ["With remarks", "amber"],
  refused: ["Refused", "red"],
  skipped: ["Skipped", "grey"],
  present: ["Already there", "grey"],
  removed: ["Removed", "grey"],
  kept: ["Kept", "amber"],
};

/** Rows of a file: each with its task, its result, and the remarks about it. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  if (rows.length === 0) return <p className={classes.hint}>There is nothing to remark.</p>;
  return (
    <ol className={classes.rows}>
      {rows.map((row) => {
        const [label, tone] = row.outcome ? OUTCOMES[row.outcome] : ["Refused", "red" as const];
        const title = row.title || "Without a title";
        return (
          <li key={row.position} className={classes.row}>
            <div className={classes.main}>
              {row.task_id && row.outcome !== "removed" ? (
                <Link to={paths.task(row.task_id)} dir="auto" className={classes.title}>
                  {title}
                </Link>
              ) : (
                <p dir="auto" className={classes.title}>
                  {title}
                </p>
              )}
              <p className={classes.facts}>
                Row {row.position}
                {row.list && <span>{` · ${row.list}`}</span>}
                {row.due_date && <span>{` · due ${formatDay(row.due_date)}`}</span>}
              </p>
              {row.remarks.map((remark) => (
                <p key={remark} dir="auto" className={classes.remark}>
                  {remark}
                </p>
              ))}
            </div>
            {row.status ? <StatusBadge status={row.status} /> : <Badge tone={tone}>{label}</Badge>}
          </li>
        );
      })}
    </ol>
  );
}

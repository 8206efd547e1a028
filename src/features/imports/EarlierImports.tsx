import { useId } from "react";
import type { To } from "react-router-dom";
import { type ImportState, SOURCE_NAMES } from "#contract/imports.ts";
import type { Import } from "#contract/shapes/imports.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { Badge, type Tone } from "#ui/badges/Badge.tsx";
import { Link } from "#ui/button/Link.tsx";
import classes from "./ImportPage.module.css";

const STATES: Readonly<Record<ImportState, readonly [label: string, tone: Tone]>> = {
  draft: ["Not imported", "grey"],
  checked: ["Not imported", "grey"],
  running: ["Interrupted", "amber"],
  done: ["Imported", "green"],
  undoing: ["Interrupted", "amber"],
  undone: ["Undone", "grey"],
};

/** The imports of the last 30 days. */
export function EarlierImports({
  imports,
  addressOf,
}: {
  imports: readonly Import[];
  addressOf: (id: string) => To;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.heading}>
        Earlier imports
      </h2>
      <ul className={classes.rows}>
        {imports.map((one) => {
          const [label, tone] = one.isBusy ? (["Under way", "blue"] as const) : STATES[one.state];
          return (
            <li key={one.id} className={classes.row}>
              <div className={classes.main}>
                <Link to={addressOf(one.id)} dir="auto" className={classes.title}>
                  {one.file_name}
                </Link>
                <p className={classes.facts}>
                  {SOURCE_NAMES[one.source]} · {countOf(one.total, "task")} ·{" "}
                  <bdi>{one.created_by}</bdi> ·{" "}
                  <time dateTime={one.created_at} title={formatInstantFull(one.created_at)}>
                    {formatRelative(one.created_at)}
                  </time>
                </p>
              </div>
              <Badge tone={tone}>{label}</Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

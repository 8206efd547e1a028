import { X } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import { NOBODY } from "#contract/task.ts";
import { dueLabel } from "./dueRange.ts";
import classes from "./FilterChips.module.css";
import { filterChosen, selectListQuery } from "./filtersSlice.ts";
import type { Filters } from "./listQuery.ts";

type LinkFilter = "overdue" | "due" | "team";

function chipsOf(
  { overdue, due, team }: Filters,
  teamName: string | undefined,
): readonly (readonly [LinkFilter, string])[] {
  const chips: [LinkFilter, string][] = [];
  if (overdue) chips.push(["overdue", "Overdue"]);
  if (due) chips.push(["due", dueLabel(due)]);
  if (team) chips.push(["team", teamLabel(team, teamName)]);
  return chips;
}

function teamLabel(team: string, name: string | undefined): string {
  if (team === NOBODY) return "No team";
  return name ? `Team ${name}` : "One team";
}

/** Buttons that remove the filters that only links set, for example links of the dashboard. */
export function FilterChips({
  teams,
  onRemove,
}: {
  /** The teams' names by their ids, once they are known. */
  teams: Readonly<Record<string, string>> | undefined;
  onRemove: () => void;
}) {
  const dispatch = useDispatch();
  const { filters } = useSelector(selectListQuery);
  const chips = chipsOf(filters, teams?.[filters.team]);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="More filters">
      {chips.map(([name, label]) => (
        <li key={name}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Remove filter: ${label}`}
            onClick={() => {
              dispatch(filterChosen({ name, value: "" }));
              onRemove();
            }}
          >
            {label}
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

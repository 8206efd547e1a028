import { useDispatch, useSelector } from "react-redux";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { FilterChips } from "#ui/filters/FilterChips.tsx";
import { filterChosen, selectListQuery } from "./filtersSlice.ts";
import { creatorLabel, DELEGATED_LABEL, DUE_LABELS, dueLabel, teamLabel } from "./filterTexts.ts";
import type { Filters } from "./listQuery.ts";

type LinkFilter = "overdue" | "due" | "team" | "created_by" | "delegated";

function chipsOf(
  { overdue, due, team, created_by, delegated }: Filters,
  teamName: string | undefined,
  myId: string | undefined,
): readonly (readonly [LinkFilter, string])[] {
  const chips: [LinkFilter, string][] = [];
  if (overdue) chips.push(["overdue", DUE_LABELS.overdue]);
  if (due) chips.push(["due", dueLabel(due)]);
  if (team) chips.push(["team", teamLabel(team, teamName)]);
  if (created_by) chips.push(["created_by", creatorLabel(created_by === myId)]);
  if (delegated) chips.push(["delegated", DELEGATED_LABEL]);
  return chips;
}

/** Buttons that remove the filters that only links set, for example links of the dashboard. */
export function LinkFilterChips({
  teams,
  onRemove,
}: {
  /** The teams' names by their ids, once they are known. */
  teams: Readonly<Record<string, string>> | undefined;
  onRemove: () => void;
}) {
  const dispatch = useDispatch();
  const { filters } = useSelector(selectListQuery);
  const myId = useSelector(selectStoredUser)?.id;
  const chips = chipsOf(filters, teams?.[filters.team], myId);
  if (chips.length === 0) return null;
  return (
    <FilterChips
      label="More filters"
      chips={chips}
      onRemove={(name) => {
        dispatch(filterChosen({ name, value: "" }));
        onRemove();
      }}
    />
  );
}

import { useDispatch, useSelector } from "react-redux";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { FilterChips } from "#ui/filters/FilterChips.tsx";
import { filterChosen, selectListQuery } from "./filtersSlice.ts";
import { filterChips } from "./filterTexts.ts";

/** The filters that the bar has no control for. */
const LINK_FILTERS = ["overdue", "due", "team", "created_by", "delegated"] as const;

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
  const chips = filterChips(filters, { myId, teams }, LINK_FILTERS);
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

import { NO_TEAM, type UserSort } from "#contract/userList.ts";
import type { UserFilters } from "#features/users/list/userView.ts";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { Button } from "#ui/button/Button.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { Select } from "#ui/form/Select.tsx";
import { DayField } from "#ui/picker/DayField.tsx";
import classes from "./UsersPage.module.css";
import { SEEN_LABELS } from "./userFilterTexts.tsx";

const SORT_LABELS: Readonly<Record<UserSort, string>> = {
  name: "Name, A to Z",
  "-name": "Name, Z to A",
  email: "Email, A to Z",
  "-email": "Email, Z to A",
  role: "Admins first",
  "-role": "Members first",
  status: "Active first",
  "-status": "Active last",
  "-created": "Newest first",
  created: "Oldest first",
  "-seen": "Last seen first",
  seen: "Last seen last",
  "-teams": "Most teams first",
  teams: "Fewest teams first",
  "-tasks": "Most tasks first",
  tasks: "Fewest tasks first",
};

const MORE_FILTERS = ["team", "seen", "registered"] as const;
type MoreFilter = (typeof MORE_FILTERS)[number];

/**
 * The filters that only our server has, and the order, for windows in which the table shows no
 * heads or not all columns.
 */
export function MoreUserFilters({
  filters,
  sort,
  TeamSelect,
  onChoose,
  onSort,
}: {
  filters: UserFilters;
  sort: UserSort;
  TeamSelect: TeamSelectType;
  onChoose: (name: MoreFilter, value: string) => void;
  onSort: (sort: string) => void;
}) {
  return (
    <div className={classes.moreFilters}>
      <TeamSelect
        value={filters.team}
        first={[
          { value: "", label: "All Teams" },
          { value: NO_TEAM, label: "No team" },
        ]}
        isSet={filters.team !== ""}
        onChoose={(team) => onChoose("team", team)}
      />

      <FilterSelect
        {...{ filters, onChoose }}
        name="seen"
        label="Last seen"
        any="Seen at any time"
        texts={SEEN_LABELS}
      />
      <span className={classes.since}>
        Registered since
        <DayField
          label="Registered since"
          day={filters.registered}
          empty="Any day"
          onChoose={(registered) => onChoose("registered", registered)}
        />
      </span>
      <Button
        size="sm"
        variant="ghost"
        className={classes.reset}
        aria-label="Reset more filters"
        onClick={() => MORE_FILTERS.forEach((name) => onChoose(name, ""))}
      >
        Reset
      </Button>
      <Select
        aria-label="Sort"
        className={classes.sort}
        value={sort}
        onChange={({ target }) => onSort(target.value)}
      >
        {Object.entries(SORT_LABELS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

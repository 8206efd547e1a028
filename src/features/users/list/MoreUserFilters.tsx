import { type ReactNode, Suspense } from "react";
import { LAST_SEEN, NO_TEAM, type UserSort } from "#contract/userList.ts";
import classes from "#features/users/UsersPage.module.css";
import { Button } from "#ui/Button.tsx";
import { FilterSelect } from "#ui/FilterSelect.tsx";
import { DayField } from "#ui/picker/DayField.tsx";
import { Select } from "#ui/Select.tsx";
import { SEEN_LABELS } from "./seenLabels.ts";
import type { UserView } from "./userView.ts";

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

/**
 * The filters that only our server has, and the order, for windows in which the table shows no
 * heads or not all columns.
 */
export default function MoreUserFilters({
  view,
  teamOptions,
  onChange,
}: {
  view: UserView;
  teamOptions: ReactNode;
  onChange: (view: UserView) => void;
}) {
  return (
    <div className={classes.moreFilters}>
      <FilterSelect label="Team" value={view.team} onChoose={(team) => onChange({ ...view, team })}>
        <option value="">All Teams</option>
        <option value={NO_TEAM}>No team</option>
        <Suspense fallback={view.team && <option value={view.team}>One team</option>}>
          {teamOptions}
        </Suspense>
      </FilterSelect>
      <FilterSelect
        label="Last seen"
        value={view.seen}
        onChoose={(seen) => onChange({ ...view, seen: seen as UserView["seen"] })}
      >
        <option value="">Seen at any time</option>
        {LAST_SEEN.map((seen) => (
          <option key={seen} value={seen}>
            {SEEN_LABELS[seen]}
          </option>
        ))}
      </FilterSelect>
      <span className={classes.since}>
        Registered since
        <DayField
          label="Registered since"
          day={view.registered}
          empty="Any day"
          onChoose={(registered) => onChange({ ...view, registered })}
        />
      </span>
      <Button
        size="sm"
        variant="ghost"
        className={classes.reset}
        aria-label="Reset more filters"
        onClick={() => onChange({ ...view, team: "", seen: "", registered: "" })}
      >
        Reset
      </Button>
      <Select
        aria-label="Sort"
        className={classes.sort}
        value={view.sort}
        // The values of the options are the keys of the labels.
        onChange={({ target }) => onChange({ ...view, sort: target.value as UserSort })}
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

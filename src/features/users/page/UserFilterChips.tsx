import { type ComponentType, type ReactNode, type RefObject } from "react";
import { NO_TEAM } from "#contract/userList.ts";
import type { UserFilters } from "#features/users/list/userView.ts";
import { formatDay } from "#lib/dates/day.ts";
import { Button } from "#ui/button/Button.tsx";
import { FilterChips } from "#ui/filters/FilterChips.tsx";
import classes from "./UsersPage.module.css";
import { SEEN_LABELS, STATUS_LABELS } from "./userFilterTexts.ts";

const ROLE_LABELS = { admin: "Admins", member: "Members" } as const;

type ChipName = Exclude<keyof UserFilters, "search">;

function chipsOf(
  { role, status, team, seen, registered }: UserFilters,
  TeamName: ComponentType<{ id: string }>,
): [ChipName, ReactNode][] {
  const chips: [ChipName, ReactNode][] = [];
  if (role) chips.push(["role", ROLE_LABELS[role]]);
  if (status) chips.push(["status", STATUS_LABELS[status]]);
  if (team === NO_TEAM) chips.push(["team", "No team"]);
  else if (team) {
    const name = <TeamName id={team} />;
    chips.push(["team", name]);
  }
  if (seen) chips.push(["seen", SEEN_LABELS[seen]]);
  if (registered) chips.push(["registered", `Registered since ${formatDay(registered)}`]);
  return chips;
}

/**
 * The set filters, each with a button that removes it. The search has none, because its box shows
 * the text.
 */
export function UserFilterChips({
  search,
  filters,
  TeamName,
  onChoose,
  onReset,
}: {
  search: RefObject<HTMLInputElement | null>;
  filters: UserFilters;
  TeamName: ComponentType<{ id: string }>;
  onChoose: (name: ChipName, value: string) => void;
  onReset: (() => void) | undefined;
}) {
  return (
    <div className={classes.chips}>
      <FilterChips
        label="Filters"
        chips={chipsOf(filters, TeamName)}
        onRemove={(name, beside) => {
          (beside ?? search.current)?.focus();
          onChoose(name, "");
        }}
      />
      {onReset && (
        <Button size="sm" variant="ghost" onClick={onReset}>
          Reset filters
        </Button>
      )}
    </div>
  );
}

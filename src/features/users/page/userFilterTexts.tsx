import type { ComponentType } from "react";
import { type LastSeen, NO_TEAM, type UserStatus } from "#contract/userList.ts";
import type { UserFilters } from "#features/users/list/userView.ts";
import { formatDay } from "#lib/dates/day.ts";
import type { ChipTexts } from "#ui/filters/FilterChips.tsx";

/** The texts of the filter by the time when users were last seen. */
export const SEEN_LABELS: Readonly<Record<LastSeen, string>> = {
  day: "Seen in the last day",
  week: "Seen in the last 7 days",
  month: "Seen in the last 30 days",
  "not-month": "Not seen for 30 days",
  "not-quarter": "Not seen for 90 days",
  never: "Never seen",
};

/** The texts of the filter by status. */
export const STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  active: "Active",
  inactive: "Inactive",
  waiting: "Waiting for approval",
};

/** The texts of the chips. */
export const chipTexts = (TeamName: ComponentType<{ id: string }>): ChipTexts<UserFilters> => ({
  role: { admin: "Admins", member: "Members" },
  status: STATUS_LABELS,
  team: (id) => (id === NO_TEAM ? "No team" : <TeamName id={id} />),
  seen: SEEN_LABELS,
  registered: (day) => `Registered since ${formatDay(day)}`,
});

import type { LastSeen, UserStatus } from "#contract/userList.ts";

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

/** The ranges of due dates that a filter names, by their values in the address. */
export const DUE_RANGES = ["today", "week", "next-week", "none"] as const;
export type DueRange = (typeof DUE_RANGES)[number];

/** Their texts. `overdue` is a filter of its own, because links of the dashboard set it. */
export const DUE_LABELS: Readonly<Record<DueRange | "overdue", string>> = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due this week",
  "next-week": "Due next week",
  none: "No due date",
};

/** The range with this value, or undefined, for example for a single day. */
export const dueRangeIn = (value: string): DueRange | undefined =>
  DUE_RANGES.find((range) => range === value);

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_DAYS = 7;

/** The calendar day `count` days after `day`. In UTC every day has 24 hours. */
function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The first and last day (`yyyy-MM-dd`) of a range, as seen on `today`. Weeks begin on Monday. */
export function daysOf(
  range: Exclude<DueRange, "none">,
  today: string,
): { from: string; to: string } {
  if (range === "today") return { from: today, to: today };
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % WEEK_DAYS;
  const monday = addDays(today, (range === "week" ? 0 : WEEK_DAYS) - sinceMonday);
  return { from: monday, to: addDays(monday, WEEK_DAYS - 1) };
}

import { addDays, isCalendarDay } from "./calendar.ts";

/** The ranges of due dates that the filter `due` names. */
export const DUE_RANGES = ["today", "week", "next-week", "none"] as const;
export type DueRange = (typeof DUE_RANGES)[number];

/** The named range; undefined for any other value, such as a single day. */
export const dueRangeIn = (value: string): DueRange | undefined =>
  DUE_RANGES.find((range) => range === value);

/**
 * The first and the last day of a range (`yyyy-MM-dd`). A range without one of them is open at that
 * end.
 */
interface DaySpan {
  from?: string;
  to?: string;
}

/** Joins the first and the last day of a range: `2026-03-01..2026-03-07`, or `2026-03-01..`. */
export const SPAN_MARK = "..";

/** The maximum length of a value of the filter `due`, in characters. */
export const DUE_MAX = 2 * "yyyy-MM-dd".length + SPAN_MARK.length;

const WEEK_DAYS = 7;

/** The first and last day of a named range, as seen on `today`. Weeks begin on Monday. */
export function daysOf(range: Exclude<DueRange, "none">, today: string): Required<DaySpan> {
  if (range === "today") return { from: today, to: today };
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % WEEK_DAYS;
  const monday = addDays(today, (range === "week" ? 0 : WEEK_DAYS) - sinceMonday);
  return { from: monday, to: addDays(monday, WEEK_DAYS - 1) };
}

/** The days of a text such as `2026-03-01..2026-03-07`; null for any other text. */
export function spanIn(text: string): DaySpan | null {
  const [from = "", to = "", ...more] = text.split(SPAN_MARK, 3);
  const isSpan = text.includes(SPAN_MARK) && more.length === 0 && (from !== "" || to !== "");
  if (!isSpan || ![from, to].every((day) => day === "" || isCalendarDay(day))) return null;
  return { ...(from && { from }), ...(to && { to }) };
}

/** Whether the text is a value of the filter `due`: the name of a range, a day, or `from..to`. */
export const isDue = (text: string): boolean =>
  dueRangeIn(text) !== undefined || isCalendarDay(text) || spanIn(text) !== null;

/**
 * The days that a value of the filter `due` stands for; null for tasks without a due date.
 *
 * @param today the user's current day (`yyyy-MM-dd`)
 */
export function dueSpan(due: string, today: string): DaySpan | null {
  const range = dueRangeIn(due);
  if (range === "none") return null;
  return range ? daysOf(range, today) : (spanIn(due) ?? { from: due, to: due });
}

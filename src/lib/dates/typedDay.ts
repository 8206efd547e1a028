import { addDays, isCalendarDay } from "#contract/calendar.ts";
import { daysOf } from "#contract/dueFilter.ts";

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Enough for "tue", "jan" and "sept"; two letters would be ambiguous. */
const LETTERS_MIN = 3;
const WEEK_DAYS = 7;
/** The next leap day is at most eight years away. */
const YEARS_AHEAD = 8;

const NEAR: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const COUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 };

/** The position of the name that a text begins; -1 if there is none. */
const nameAt = (names: readonly string[], text: string): number =>
  text.length < LETTERS_MIN ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(text));

const partsOf = (day: string) => day.split("-").map(Number) as [number, number, number];

function dayOf(year: number, month: number, day: number): string | null {
  const two = (part: number) => String(part).padStart(2, "0");
  const text = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDay(text) ? text : null;
}

/** 0 for a Monday. */
export const weekdayOf = (day: string): number =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;

/** The same day of another month, or its last one if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = partsOf(day);
  const at = year * 12 + month - 1 + count;
  const first = dayOf(Math.floor(at / 12), (at % 12) + 1, 1) ?? day;
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate();
  return addDays(first, Math.min(date, last) - 1);
}

/** "fri" is the next Friday, "this fri" that of this week, "next fri" that of the next one. */
function weekdayIn(words: readonly string[], today: string): string | null {
  const [first = "", second] = words;
  if (words.length > 2) return null;
  if (second === undefined) {
    const at = nameAt(WEEKDAYS, first);
    if (at < 0) return null;
    return addDays(today, ((at - weekdayOf(today) + WEEK_DAYS - 1) % WEEK_DAYS) + 1);
  }
  const range = { this: "week", next: "next-week" }[first] as "week" | "next-week" | undefined;
  if (!range) return null;
  const monday = daysOf(range, today).from;
  if (range === "next-week" && second === "week") return monday;
  const at = nameAt(WEEKDAYS, second);
  return at < 0 ? null : addDays(monday, at);
}

/** "in 3 days", "in a week", "2 months". */
function distanceIn(words: readonly string[], today: string): string | null {
  const [amount = "", unit = "", ...more] = words[0] === "in" ? words.slice(1) : words;
  const count = /^\d{1,3}$/.test(amount) ? Number(amount) : COUNTS[amount];
  if (count === undefined || more.length > 0) return null;
  if (/^days?$/.test(unit)) return addDays(today, count);
  if (/^weeks?$/.test(unit)) return addDays(today, count * WEEK_DAYS);
  return /^months?$/.test(unit) ? addMonths(today, count) : null;
}

/** A day of a month: without a year the next one from `today` on. */
function dated(month: number, date: number, year: string | undefined, today: string) {
  if (year !== undefined) return /^\d{4}$/.test(year) ? dayOf(Number(year), month, date) : null;
  const [first] = partsOf(today);
  for (let next = first; next <= first + YEARS_AHEAD; next += 1) {
    const day = dayOf(next, month, date);
    if (day && day >= today) return day;
  }
  return null;
}

/** "12 mar", "march 12", "12th of March 2027", "12.3." */
function dateIn(words: readonly string[], today: string): string | null {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(words.join(""));
  if (dotted) return dated(Number(dotted[2]), Number(dotted[1]), dotted[3], today);
  const [first = "", second = "", year, ...more] = words.filter((word) => word !== "of");
  const isDayFirst = /^\d/.test(first);
  const [date, name] = isDayFirst ? [first, second] : [second, first];
  const at = nameAt(MONTHS, name);
  const number = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(date)?.[1];
  if (at < 0 || number === undefined || more.length > 0) return null;
  return dated(at + 1, Number(number), year, today);
}

/**
 * The day that a text names: "tomorrow", "fri", "next monday", "12 mar", "in 3 days", "2026-03-12".
 * Null if it names none.
 *
 * @param today the user's current day (`yyyy-MM-dd`)
 */
export function typedDay(text: string, today: string): string | null {
  const words = text.toLowerCase().replaceAll(",", " ").split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  if (words.length === 1) {
    if (isCalendarDay(first)) return first;
    const near = Object.keys(NEAR).find(
      (name) => name === first || (first.length >= LETTERS_MIN && name.startsWith(first)),
    );
    if (near) return addDays(today, NEAR[near] ?? 0);
  }
  return weekdayIn(words, today) ?? distanceIn(words, today) ?? dateIn(words, today);
}

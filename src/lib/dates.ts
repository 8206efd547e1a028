import { DateTime } from "luxon";
import { formatDay, formatInstant, today } from "./day.ts";

/*
 * A calendar day (`yyyy-MM-dd`, such as a due date) has no time zone and never shifts. An instant
 * (ISO 8601 with a zone, such as a creation time) is shown in the user's zone. Functions that need
 * no Luxon are in day.ts.
 */

const DAY = "MMM dd, yyyy";
const LOCALE = { locale: "en-US" };

/** In UTC every day has 24 hours, so days can be counted. */
function dayOf(day: string): DateTime {
  return DateTime.fromISO(day, { zone: "utc", ...LOCALE });
}

function instantOf(instant: string): DateTime {
  return DateTime.fromISO(instant, LOCALE);
}

/** Day and time of an instant, in the user's zone: "Mar 08, 2026, 3:07 PM". */
export function formatInstantFull(instant: string): string {
  const moment = instantOf(instant);
  return moment.isValid ? moment.toFormat(`${DAY}, h:mm a`) : instant;
}

/** The time of day of an instant, in the user's zone: "3:07 PM". */
export function formatTime(instant: string): string {
  const moment = instantOf(instant);
  return moment.isValid ? moment.toFormat("h:mm a") : instant;
}

/** The distance of an instant from now: "3 days ago", "in 2 hours" (§9). */
export function formatRelative(instant: string, now: DateTime = DateTime.now()): string {
  const moment = instantOf(instant);
  if (!moment.isValid) return instant;
  // The server's clock may be ahead: a new task must not be created "in 1 second".
  if (Math.abs(moment.diff(now).as("minutes")) < 1) return "less than a minute ago";
  return moment.toRelative({ base: now, ...LOCALE }) ?? formatInstant(instant);
}

/** The distance of a calendar day from `from`: "today", "tomorrow", "in 2 days", "3 days ago". */
export function formatRelativeDay(day: string, from: string = today()): string {
  const date = dayOf(day);
  if (!date.isValid) return day;
  const days = Math.round(date.diff(dayOf(from)).as("days"));
  const unit = Math.abs(days) < 60 ? "days" : undefined;
  return (
    date.toRelativeCalendar({ base: dayOf(from), ...LOCALE, ...(unit && { unit }) }) ??
    formatDay(day)
  );
}

import { DateTime } from "luxon";
import { formatDay, formatInstant, today } from "./day.ts";

/*
 * The distances of days and instants from now, in words. A calendar day (`yyyy-MM-dd`, such as a due
 * date) has no time zone and never shifts. Functions that need no Luxon are in day.ts.
 */

const LOCALE = { locale: "en-US" };

/** In UTC every day has 24 hours, so days can be counted. */
function dayOf(day: string): DateTime {
  return DateTime.fromISO(day, { zone: "utc", ...LOCALE });
}

/** The weekday of a calendar day: "Friday". */
export const formatWeekday = (day: string): string => dayOf(day).weekdayLong ?? "";

/** The distance of an instant from now: "3 days ago", "in 2 hours" (§9). */
export function formatRelative(instant: string, now: DateTime = DateTime.now()): string {
  const moment = DateTime.fromISO(instant, LOCALE);
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

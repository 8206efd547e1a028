import { DAY_MS } from "#contract/time.ts";

/*
 * Calendar days (`yyyy-MM-dd`) and instants without Luxon, for the screens that must load fast. Only times use Intl.
 * A day has no time zone and never shifts; "today" is the user's today.
 */

/** A calendar day as 'MMM dd, yyyy' (§9): `2026-03-08` is "Mar 08, 2026" in every zone. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  // "Sun, 08 Mar 2026 00:00:00 GMT". The first use of Intl would take 10 ms of the page's start.
  const [, dayOfMonth, month, year] = date.toUTCString().split(" ");
  return `${month} ${dayOfMonth}, ${year}`;
}

const two = (part: number) => String(part).padStart(2, "0");

/** The user's calendar day at an instant (`yyyy-MM-dd`). */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The user's calendar day of an instant (ISO 8601 with a zone), as 'MMM dd, yyyy' (§9). */
export function formatInstant(instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : formatDay(localDay(at));
}

/** The time of day of an instant, in the user's zone and as the browser's language writes it: "3:07 PM". */
export function formatTime(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  return at.toLocaleTimeString(undefined, { timeStyle: "short" });
}

/** Day and time of an instant, in the user's zone: "Mar 08, 2026, 3:07 PM". */
export function formatInstantFull(instant: string): string {
  const isValid = !Number.isNaN(Date.parse(instant));
  return isValid ? `${formatInstant(instant)}, ${formatTime(instant)}` : instant;
}

/** The number of calendar days from an instant, in the user's zone, to a day; NaN for no instant. */
export const daysSince = (instant: string, day: string): number =>
  Math.round((Date.parse(day) - Date.parse(localDay(new Date(instant)))) / DAY_MS);

/** The user's calendar day now. */
export const today = (): string => localDay(new Date(Date.now()));

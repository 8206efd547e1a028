import { isCalendarDay } from "#contract/calendar.ts";
import type { DateOrder } from "#contract/imports.ts";
import { dayIn } from "#server/http/today.ts";

const two = (part = ""): string => part.padStart(2, "0");
const year = (part = ""): string => (part.length === 2 ? `20${part}` : part);

const validDay = (day: string): string | null => (isCalendarDay(day) ? day : null);

/**
 * The calendar day of a date in a file: `2026-03-01`, `03/01/2026`, `1.3.2026`, or the day of an
 * instant in the time zone. Null if it is none of them.
 */
export function dayOf(text: string, order: DateOrder, timeZone: string): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?![\d])/.exec(text);
  if (iso) {
    const hasTime = /^.{10}T\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(0, 40));
    const instant = new Date(text.slice(0, 40));
    if (!hasTime || Number.isNaN(instant.getTime())) return validDay(iso[0]);
    return dayIn(timeZone, instant);
  }
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?!\d)/.exec(text);
  if (dotted) return validDay(`${year(dotted[3])}-${two(dotted[2])}-${two(dotted[1])}`);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)(?!\d)/.exec(text);
  if (!slashed) return null;
  const [, first, second, last] = slashed;
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  return validDay(`${year(last)}-${two(month)}-${two(day)}`);
}

/** The instant of a date in a file, not later than `now`; null if it is none. */
export function instantOf(text: string | null, order: DateOrder, now: Date): string | null {
  if (!text) return null;
  const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? new Date(text.slice(0, 40)) : null;
  const day = iso && !Number.isNaN(iso.getTime()) ? null : dayOf(text, order, "UTC");
  const at = day ? new Date(`${day}T12:00:00Z`) : iso;
  if (!at || Number.isNaN(at.getTime()) || at.getFullYear() < 1970) return null;
  return (at > now ? now : at).toISOString();
}

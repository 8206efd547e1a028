import type { FastifyRequest } from "fastify";
import { HOUR_MS } from "#contract/time.ts";

/** The description of the header in the API document. */
export const ZONE = {
  "x-time-zone": "The time zone whose current day is today, such as Europe/Berlin. UTC by default.",
};

/** Gives the calendar day (`yyyy-MM-dd`) of instants in a time zone, or in UTC if the zone is unknown. */
export function daysIn(timeZone: string): (instant: Date) => string {
  const inUtc = (instant: Date) => instant.toISOString().slice(0, 10);
  if (timeZone === "UTC") return inUtc;
  try {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
    return (instant) => format.format(instant);
  } catch {
    return inUtc;
  }
}

/** The calendar day of an instant, see {@link daysIn}. */
export const dayIn = (timeZone: string, instant: Date): string => daysIn(timeZone)(instant);

/** The longest name of a time zone has 32 characters. */
const ZONE_MAX = 64;

/** The time zone that the caller's app sends; UTC without one. */
export function zoneOf({ headers }: FastifyRequest): string {
  const zone = headers["x-time-zone"];
  return typeof zone === "string" && zone !== "" ? zone.slice(0, ZONE_MAX) : "UTC";
}

/**
 * The current day of the caller, whose app sends its time zone in `X-Time-Zone`; in UTC without the
 * header. So the overdue tasks don't depend on the server's time zone.
 */
export const todayOf = (request: FastifyRequest, now: Date): string => dayIn(zoneOf(request), now);

/** The current day in UTC-12. Earlier days are past everywhere on Earth. */
export function earliestToday(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
}

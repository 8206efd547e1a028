import type { FastifyRequest } from "fastify";

const HOUR = 60 * 60 * 1000;

/** The header's part of the API's description. */
export const ZONE = {
  "x-time-zone": "The caller's time zone, such as Europe/Berlin: whose day is today. UTC without.",
};

/** The calendar day (`yyyy-MM-dd`) of an instant in a time zone; in UTC when the zone is unknown. */
export function dayIn(timeZone: string, instant: Date): string {
  const day = instant.toISOString().slice(0, 10);
  if (timeZone === "UTC") return day;
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(instant);
  } catch {
    return day;
  }
}

/**
 * The caller's today. The app names its time zone in `X-Time-Zone`, so that what is overdue
 * doesn't depend on where the server stands; without the header it is the day in UTC.
 */
export function todayOf({ headers }: FastifyRequest, now: Date): string {
  const zone = headers["x-time-zone"];
  return dayIn(typeof zone === "string" && zone !== "" ? zone : "UTC", now);
}

/** The earliest day that is today somewhere on Earth (UTC-12): what is due before it is past for everyone. */
export function earliestToday(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR).toISOString().slice(0, 10);
}

/** The day that lies `days` after another. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR).toISOString().slice(0, 10);
}

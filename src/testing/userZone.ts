import { jest } from "@jest/globals";
import { DateTime, Settings } from "luxon";

const PARTS = {
  getFullYear: "year",
  getMonth: "month",
  getDate: "day",
  getHours: "hour",
  getMinutes: "minute",
} as const;

/** Sets the user's time zone, for `Date` and for Luxon, until `leaveZone`. */
export function enterZone(zone: string): void {
  Settings.defaultZone = zone;
  for (const method of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
    jest.spyOn(Date.prototype, method).mockImplementation(function (this: Date) {
      const local = DateTime.fromMillis(this.getTime(), { zone });
      return local[PARTS[method]] - (method === "getMonth" ? 1 : 0);
    });
  }
  jest.spyOn(Date.prototype, "toLocaleTimeString").mockImplementation(function (
    this: Date,
    locales,
    options,
  ) {
    return new Intl.DateTimeFormat(locales, { ...options, timeZone: zone }).format(this);
  });
}

/** Restores the machine's time zone. */
export function leaveZone(): void {
  Settings.defaultZone = "system";
  jest.restoreAllMocks();
}

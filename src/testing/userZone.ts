import { jest } from "@jest/globals";
import { DateTime, Settings } from "luxon";

/** Sets the user's time zone, for `Date` and for Luxon, until `leaveZone`. */
export function enterZone(zone: string): void {
  Settings.defaultZone = zone;
  const local = (date: Date) => DateTime.fromMillis(date.getTime(), { zone });
  const { prototype } = Date;
  jest.spyOn(prototype, "getFullYear").mockImplementation(function (this: Date) {
    return local(this).year;
  });
  jest.spyOn(prototype, "getMonth").mockImplementation(function (this: Date) {
    return local(this).month - 1;
  });
  jest.spyOn(prototype, "getDate").mockImplementation(function (this: Date) {
    return local(this).day;
  });
  jest.spyOn(prototype, "getHours").mockImplementation(function (this: Date) {
    return local(this).hour;
  });
  jest.spyOn(prototype, "getMinutes").mockImplementation(function (this: Date) {
    return local(this).minute;
  });
}

/** Restores the machine's time zone. */
export function leaveZone(): void {
  Settings.defaultZone = "system";
  jest.restoreAllMocks();
}

import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { DateTime } from "luxon";
import { enterZone, leaveZone } from "#testing/userZone.ts";
import { formatRelative, formatRelativeDay } from "./dates.ts";
import { formatDay, formatInstant, formatInstantFull, localDay, today } from "./day.ts";

function at(zone: string, instant: string) {
  enterZone(zone);
  jest.spyOn(Date, "now").mockReturnValue(Date.parse(instant));
}

afterEach(leaveZone);

describe.each(["Pacific/Pago_Pago", "America/New_York", "UTC", "Pacific/Kiritimati"])(
  "in %s",
  (zone) => {
    it("never shifts a calendar day, not even at a daylight-saving change", () => {
      at(zone, "2026-03-08T07:30:00Z");
      expect(formatDay("2026-03-08")).toBe("Mar 08, 2026");
      expect(formatDay("2026-11-01")).toBe("Nov 01, 2026");
      expect(formatDay("2026-12-31")).toBe("Dec 31, 2026");
    });

    it("counts days to a due date from the user's today", () => {
      at(zone, "2026-03-08T07:30:00Z");
      const day = today();
      const after = (days: number) =>
        DateTime.fromISO(day, { zone: "utc" }).plus({ days }).toFormat("yyyy-MM-dd");
      expect(formatRelativeDay(day)).toBe("today");
      expect(formatRelativeDay(after(1))).toBe("tomorrow");
      expect(formatRelativeDay(after(2))).toBe("in 2 days");
      expect(formatRelativeDay(after(-3))).toBe("3 days ago");
      expect(formatRelativeDay(after(40))).toBe("in 40 days");
    });
  },
);

it("knows the user's today in the first and the last time zone", () => {
  at("Pacific/Pago_Pago", "2026-11-21T10:30:00Z");
  expect(today()).toBe("2026-11-20");
  at("Pacific/Kiritimati", "2026-11-21T10:30:00Z");
  expect(today()).toBe("2026-11-22");
});

it("shows an instant as the user's calendar day", () => {
  at("Pacific/Kiritimati", "2026-11-21T10:30:00Z");
  expect(formatInstant("2026-11-21T10:30:00.000Z")).toBe("Nov 22, 2026");
  expect(formatInstantFull("2026-11-21T10:30:00.000Z")).toBe("Nov 22, 2026, 12:30 AM");
  at("Pacific/Pago_Pago", "2026-11-21T10:30:00Z");
  expect(formatInstant("2026-11-21T10:30:00.000Z")).toBe("Nov 20, 2026");
});

it('says "ago" or "in" with relative times', () => {
  at("UTC", "2026-11-21T10:30:00Z");
  expect(formatRelative("2026-11-18T10:30:00Z")).toBe("3 days ago");
  expect(formatRelative("2026-11-23T10:30:00Z")).toBe("in 2 days");
  expect(formatRelative("2026-11-21T10:29:30Z")).toBe("less than a minute ago");
  expect(formatRelative("2026-11-21T10:30:05Z")).toBe("less than a minute ago");
});

it("takes the user's day from local time", () => {
  expect(localDay(new Date(2026, 2, 8, 0, 0, 1))).toBe("2026-03-08");
  expect(localDay(new Date(2026, 11, 31, 23, 59, 59))).toBe("2026-12-31");
});

it("returns invalid dates unchanged", () => {
  expect(formatDay("soon")).toBe("soon");
  expect(formatInstant("soon")).toBe("soon");
  expect(formatRelative("soon")).toBe("soon");
});

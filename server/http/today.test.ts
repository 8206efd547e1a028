import { describe, expect, test } from "@jest/globals";
import { dayIn, earliestToday } from "./today.ts";

const noon = new Date("2026-03-15T12:00:00.000Z");

describe("the day in a time zone", () => {
  test.each([
    ["Pacific/Pago_Pago", "2026-03-15T10:59:59.999Z", "2026-03-14"],
    ["Pacific/Pago_Pago", "2026-03-15T11:00:00.000Z", "2026-03-15"],
    ["UTC", "2026-03-15T23:59:59.999Z", "2026-03-15"],
    ["Pacific/Kiritimati", "2026-03-15T09:59:59.999Z", "2026-03-15"],
    ["Pacific/Kiritimati", "2026-03-15T10:00:00.000Z", "2026-03-16"],
    // The clocks go forward in the night of 29 March: midnight comes an hour earlier in UTC.
    ["Europe/Berlin", "2026-03-28T22:59:59.999Z", "2026-03-28"],
    ["Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29"],
    ["Europe/Berlin", "2026-03-29T22:00:00.000Z", "2026-03-30"],
    ["Asia/Kathmandu", "2026-03-15T18:15:00.000Z", "2026-03-16"],
  ])("in %s at %s it is %s", (zone, instant, day) => {
    expect(dayIn(zone, new Date(instant))).toBe(day);
  });

  test.each(["Nowhere/Land", "", "<script>", "🌍", "x".repeat(10_000)])(
    "%j counts as UTC",
    (zone) => {
      expect(dayIn(zone, noon)).toBe("2026-03-15");
    },
  );
});

test("earliestToday is the day in UTC-12", () => {
  expect(earliestToday(new Date("2026-03-15T11:59:59.999Z"))).toBe("2026-03-14");
  expect(earliestToday(noon)).toBe("2026-03-15");
});

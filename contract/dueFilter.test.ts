import { expect, test } from "@jest/globals";
import { addDays } from "./calendar.ts";
import { daysOf, dueRangeIn } from "./dueFilter.ts";

test.each([
  ["2026-03-28", 2, "2026-03-30"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-28", 1, "2028-02-29"],
])("%s plus %i days is %s", (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});

test.each([
  ["a Monday", "2026-11-23", "2026-11-23", "2026-11-29"],
  ["a Sunday", "2026-11-29", "2026-11-23", "2026-11-29"],
  ["the end of a year", "2026-12-31", "2026-12-28", "2027-01-03"],
])("this week is Monday to Sunday around %s", (_name, today, from, to) => {
  expect(daysOf("week", today)).toEqual({ from, to });
});

test("next week follows this week, across a clock change and the end of a month", () => {
  expect(daysOf("next-week", "2026-10-24")).toEqual({ from: "2026-10-26", to: "2026-11-01" });
});

test("a day or an unknown word names no range", () => {
  expect([dueRangeIn("2026-11-22"), dueRangeIn("soon"), dueRangeIn("week")]).toEqual([
    undefined,
    undefined,
    "week",
  ]);
});

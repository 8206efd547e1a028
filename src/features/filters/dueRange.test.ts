import { expect, it } from "@jest/globals";
import { daysOf, dueRangeIn } from "./dueRange.ts";

it.each([
  ["a Monday", "2026-11-23", "2026-11-23", "2026-11-29"],
  ["a Sunday", "2026-11-29", "2026-11-23", "2026-11-29"],
  ["the end of a year", "2026-12-31", "2026-12-28", "2027-01-03"],
])("this week is Monday to Sunday around %s", (_name, today, from, to) => {
  expect(daysOf("week", today)).toEqual({ from, to });
});

it("next week follows this week, over a change of the clocks and the month", () => {
  expect(daysOf("next-week", "2026-10-24")).toEqual({ from: "2026-10-26", to: "2026-11-01" });
});

it("today is one day", () => {
  expect(daysOf("today", "2026-11-22")).toEqual({ from: "2026-11-22", to: "2026-11-22" });
});

it("a day or an unknown word names no range", () => {
  expect([dueRangeIn("2026-11-22"), dueRangeIn("soon"), dueRangeIn("week")]).toEqual([
    undefined,
    undefined,
    "week",
  ]);
});

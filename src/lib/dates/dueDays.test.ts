import { expect, test } from "@jest/globals";
import { dueDays } from "./dueDays.ts";

test.each([
  ["a Sunday", "2026-03-08", ["2026-03-08", "2026-03-09", "2026-03-09"]],
  ["a Monday", "2026-03-09", ["2026-03-09", "2026-03-10", "2026-03-16"]],
  ["the last day of a year", "2026-12-31", ["2026-12-31", "2027-01-01", "2027-01-04"]],
  ["a Saturday before summer time", "2026-03-28", ["2026-03-28", "2026-03-29", "2026-03-30"]],
])("on %s the days to choose are today, tomorrow and the next Monday", (_day, today, days) => {
  expect(dueDays(today).map(({ day }) => day)).toEqual(days);
});

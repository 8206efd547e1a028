import { expect, test } from "@jest/globals";
import { dueDays } from "./useChoices.tsx";

test.each([
  ["a Sunday", new Date(2026, 2, 8, 23, 59), ["2026-03-08", "2026-03-09", "2026-03-09"]],
  ["a Monday", new Date(2026, 2, 9, 0, 1), ["2026-03-09", "2026-03-10", "2026-03-16"]],
  [
    "a Saturday before summer time",
    new Date(2026, 2, 28),
    ["2026-03-28", "2026-03-29", "2026-03-30"],
  ],
])("on %s the days to choose are today, tomorrow and the next Monday", (_day, now, days) => {
  expect(dueDays(now).map(({ day }) => day)).toEqual(days);
});

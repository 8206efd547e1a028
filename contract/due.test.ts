import { expect, test } from "@jest/globals";
import { addDays } from "./due.ts";

test.each([
  ["2026-03-28", 2, "2026-03-30"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-28", 1, "2028-02-29"],
])("%s plus %i days is %s", (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});

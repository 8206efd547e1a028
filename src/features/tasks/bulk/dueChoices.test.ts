import { expect, test } from "@jest/globals";
import { dueChoices } from "./dueChoices.ts";

test.each([
  ["2026-03-12", ["2026-03-12", "2026-03-13", "2026-03-16"]],
  ["2026-03-15", ["2026-03-15", "2026-03-16", "2026-03-16"]],
  ["2026-12-31", ["2026-12-31", "2027-01-01", "2027-01-04"]],
])("on %s, the days to choose are today, tomorrow and next Monday", (today, days) => {
  expect(dueChoices(today).map(({ day }) => day)).toEqual(days);
});

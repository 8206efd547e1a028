import { expect, test } from "@jest/globals";
import { addMonths, typedDay } from "./typedDay.ts";

// A Wednesday.
const TODAY = "2026-03-11";

test.each([
  ["today", "2026-03-11"],
  ["Tomorrow", "2026-03-12"],
  ["tom", "2026-03-12"],
  ["yesterday", "2026-03-10"],
  ["fri", "2026-03-13"],
  ["tuesday", "2026-03-17"],
  // The same weekday is a week ahead.
  ["wed", "2026-03-18"],
  ["this fri", "2026-03-13"],
  ["next fri", "2026-03-20"],
  ["next monday", "2026-03-16"],
  ["next week", "2026-03-16"],
  ["in 3 days", "2026-03-14"],
  ["in a week", "2026-03-18"],
  ["2 weeks", "2026-03-25"],
  ["in 1 month", "2026-04-11"],
  ["12 mar", "2026-03-12"],
  // A day that has passed is next year's.
  ["10 mar", "2027-03-10"],
  ["March 12, 2028", "2028-03-12"],
  ["12th of march", "2026-03-12"],
  ["12. Sept", "2026-09-12"],
  ["29 feb", "2028-02-29"],
  ["1.4.", "2026-04-01"],
  ["1. 4. 2027", "2027-04-01"],
  ["2026-03-12", "2026-03-12"],
  ["  mon  ", "2026-03-16"],
])("%s is %s", (text, day) => {
  expect(typedDay(text, TODAY)).toBe(day);
});

test.each([
  ["", "to", "m", "someday", "31 feb 2026", "2026-02-30", "12", "mar", "next", "next 12 mar"],
  ["in days", "in 3", "12 mar 26", "fri 12", "32.1.", "1.13.", "today tomorrow", "3 of 4"],
])("other texts name no day: %s, …", (...texts) => {
  expect(texts.map((text) => typedDay(text, TODAY))).toEqual(texts.map(() => null));
});

test("a month later is its last day if it is shorter", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

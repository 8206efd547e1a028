import { expect, it } from "@jest/globals";
import { idIn, pageIn } from "./addressValues.ts";

it.each([
  ["u-1", "u-1"],
  [" u-1 ", "u-1"],
  [" ", ""],
  ["u\0", "u"],
  ["x".repeat(64), "x".repeat(64)],
  ["x".repeat(65), ""],
])("reads %j as the id %j, by the rule of the request", (value, id) => {
  expect(idIn(value)).toBe(id);
});

it.each([
  ["3", 3],
  ["999999999", 999_999_999],
  ["1000000000", 1],
  ["0", 1],
  ["-2", 1],
  ["1.5", 1],
  ["", 1],
  [null, 1],
])("reads %j as page %j", (value, page) => {
  expect(pageIn(value)).toBe(page);
});

import { expect, test } from "@jest/globals";
import { differingLines } from "./differingLines.ts";

test.each([
  ["one", "two", "one", "two"],
  ["", "two\nlines", "", "two\nlines"],
  ["a\nb\nc\nd", "a\nb\nX\nd", "…\nb\nc\nd", "…\nb\nX\nd"],
  ["a\nb\nc\nd\ne", "X\nb\nc\nd\ne", "a\nb\n…", "X\nb\n…"],
  ["a\nb\nc\nd\ne", "a\nb\nd\ne", "…\nb\nc\nd\n…", "…\nb\nd\n…"],
  ["a\na\na", "a\na", "…\na\na", "…\na"],
])("%j and %j differ in the lines %j and %j", (one, other, here, there) => {
  expect(differingLines(one, other)).toBe(here);
  expect(differingLines(other, one)).toBe(there);
});

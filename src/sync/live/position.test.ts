import { expect, test } from "@jest/globals";
import { earlier, isBehind } from "./position.ts";

test.each([
  [null, "s-1", true],
  ["s-1", "s-2", true],
  ["s-9", "s-10", true],
  ["s-2", "s-2", false],
  ["s-3", "s-2", false],
  ["r-9", "s-2", true],
  ["made up", "s-2", true],
])("%j is behind %j: %j", (own, other, behind) => {
  expect(isBehind(own, other)).toBe(behind);
});

test.each([
  [null, "s-1", "s-1"],
  ["s-9", "s-10", "s-9"],
  ["s-10", "s-9", "s-9"],
  // Positions of two servers can't be compared; no server knows the id "unknown".
  ["r-1", "s-9", "unknown"],
])("the earlier of %j and %j is %j", (one, other, expected) => {
  expect(earlier(one, other)).toBe(expected);
});

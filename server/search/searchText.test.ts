import { expect, test } from "@jest/globals";
import { distinctPiece } from "./searchText.ts";

test.each([
  ["kanban", "kanban"],
  ["banana", "banan"],
  ["ab", ""],
  ["🚀🚀", ""],
  ["ab🚀", "ab🚀"],
  [`${"a".repeat(99)}b`, "aaab"],
  ["abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst"],
])("the search text %s becomes the full-text query %j", (text, piece) => {
  expect(distinctPiece(text)).toBe(piece);
});

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
])("of %s the full-text index is asked for %j", (text, piece) => {
  expect(distinctPiece(text)).toBe(piece);
});

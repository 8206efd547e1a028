import { expect, test } from "@jest/globals";
import { distinctPiece, searchTerms } from "./searchText.ts";

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

test.each([
  ["VAT invoices", ["invoices", "vat"]],
  ["in voice invoices", ["invoices"]],
  ['"new VAT" rates', ["new vat", "rates"]],
  ['"new VAT', ["new vat"]],
  ['"a  b"', ["a  b"]],
  ['5" pipe', ["pipe", '5"']],
  ['say ""', ["say"]],
  ['"', ['"']],
  ['"" ""', ['"" ""']],
])("the search %s looks for the terms %j", (search, terms) => {
  expect(searchTerms(search)).toEqual(terms);
});

test("a search has at most 20 terms", () => {
  const words = Array.from({ length: 33 }, (_, index) => `${String.fromCodePoint(192 + index)}.`);
  expect(searchTerms(words.join(" "))).toHaveLength(20);
});

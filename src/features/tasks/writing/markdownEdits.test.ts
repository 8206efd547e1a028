import { describe, expect, test } from "@jest/globals";
import {
  asBlock,
  cellsIn,
  continueList,
  dropRepeatedMark,
  type Edit,
  indentItems,
  linkTo,
  tableOf,
  toggleMark,
  type Written,
} from "./markdownEdits.ts";

/** Reads a text in which `|` marks the caret, or both ends of the selection. */
function written(marked: string): Written {
  const [before = "", selected = "", ...rest] = marked.split("|");
  if (rest.length === 0)
    return { text: before + selected, start: before.length, end: before.length };
  const start = before.length;
  return { text: before + selected + rest.join("|"), start, end: start + selected.length };
}

/** The text after an edit, with the caret or the selection marked. */
function after({ text }: Written, edit: Edit | null): string | null {
  if (!edit) return null;
  const result = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  const caret = edit.from + edit.text.length;
  const [start, end] = edit.selection ?? [caret, caret];
  const marks = start === end ? "|" : `|${result.slice(start, end)}|`;
  return result.slice(0, start) + marks + result.slice(end);
}

const edited = (marked: string, edit: (of: Written) => Edit | null) =>
  after(written(marked), edit(written(marked)));

describe("Enter", () => {
  test.each([
    ["- tent|", "- tent\n- |"],
    ["- te|nt", "- te\n- |nt"],
    ["* [x] tent|\nmore", "* [x] tent\n* [ ] |\nmore"],
    ["9. tent|", "9. tent\n10. |"],
    ["  2) tent|", "  2) tent\n  3) |"],
    ["- tent\n- |", "- tent\n|"],
    ["- tent\n- [ ] |", "- tent\n|"],
    ["- a\n  - |", "- a\n- |"],
    // No list, before its text, or code.
    ["tent|", null],
    ["|- tent", null],
    ["12-3 |", null],
    ["```\n- tent|", null],
  ])("in %j makes %j", (before, expected) => {
    expect(edited(before, continueList)).toBe(expected);
  });
});

describe("Tab and Shift+Tab", () => {
  test.each([
    ["- a\n- b|", "- a\n  - b|"],
    ["1. a\n2. b|", "1. a\n   1. b|"],
    ["- a\n  - b\n- c|", "- a\n  - b\n  - c|"],
    ["- a\n- |b\n- c|", "- a\n  - |b\n  - c|"],
    ["text|", null],
  ])("indents %j to %j", (before, expected) => {
    expect(edited(before, (of) => indentItems(of, false))).toBe(expected);
  });

  test.each([
    ["- a\n  - b|", "- a\n- b|"],
    ["1. a\n   - b\n     - c|", "1. a\n   - b\n   - c|"],
    ["- a|", null],
  ])("outdents %j to %j", (before, expected) => {
    expect(edited(before, (of) => indentItems(of, true))).toBe(expected);
  });
});

test.each([
  ["- a\n- -|", "- a\n- |"],
  ["1. a\n2. 2.|", "1. a\n2. |"],
  ["- [ ] -|", "- [ ] |"],
  ["- 5.|", null],
  ["- b -|", null],
])("Space after a mark that is there already: %j becomes %j", (before, expected) => {
  expect(edited(before, dropRepeatedMark)).toBe(expected);
});

test.each([
  ["a |bold| word", "**", "a **|bold|** word"],
  ["a **|bold|** word", "**", "a |bold| word"],
  ["a | bold |word", "_", "a  _|bold|_ word"],
  ["a |", "**", "a **|**"],
])("a mark around the selection in %j", (before, mark, expected) => {
  expect(edited(before, (of) => toggleMark(of, mark))).toBe(expected);
});

test.each([
  ["see |the page|", "https://example.com/a ", "see [the page](https://example.com/a)|"],
  ["see |a [b]|", "https://example.com/a_(b)", "see [a \\[b\\]](<https://example.com/a_(b)>)|"],
  ["see |", "https://example.com", null],
  ["see |the page|", "javascript:alert(1)", null],
  ["see |two\nlines|", "https://example.com", null],
])("in %j the pasted %j becomes a link", (before, pasted, expected) => {
  expect(edited(before, (of) => linkTo(of, pasted))).toBe(expected);
});

test("pasted cells are a table, and other texts with tabs are not", () => {
  expect(tableOf(cellsIn("Name\tHours\r\nA | B\t2\r\n") ?? [])).toBe(
    "| Name | Hours |\n| --- | --- |\n| A \\| B | 2 |",
  );
  for (const text of ["a\tb", "if x\n\treturn", "\ta\n\tb", "a\tb\nc", "plain"])
    expect(cellsIn(text)).toBeNull();
});

test.each([
  ["|", "X\n|"],
  ["a|", "a\n\nX\n|"],
  ["a\n|", "a\n\nX\n|"],
  ["a\n\n|b", "a\n\nX\n\n|b"],
])("a block in %j has empty lines around it", (before, expected) => {
  expect(edited(before, (of) => asBlock(of, "X"))).toBe(expected);
});

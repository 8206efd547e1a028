/** The maximum number of tasks that are made from one pasted text. */
export const LINES_MAX = 50;

/** A longer text is no list of titles. */
const TEXT_MAX = 100_000;

/** The mark of a list's item, with its box. */
const MARK = /^(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** The titles in a pasted text: its lines that aren't empty, without the marks of a list. */
export const linesOf = (text: string): string[] =>
  text.length > TEXT_MAX
    ? []
    : text.split(/[\r\n]+/).flatMap((line) => line.trim().replace(MARK, "") || []);

/** A task list's item: the marks before its box, and the box. */
const ITEM = /^((?:[ \t]*>)*[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+)\[([ xX])\](?=[ \t]+\S)/;

const lineEnds = /(\r\n?|\n)/;

/** The progress of a text's Markdown task lists: how many items are ticked, and how many there are. */
export interface Checklist {
  done: number;
  total: number;
}

/** The progress of the task lists in a text; `total` is 0 if there is none. Takes linear time. */
export function checklistOf(text: string): Checklist {
  if (!text.includes("[")) return { done: 0, total: 0 };
  const boxes = text.split(lineEnds).flatMap((line) => ITEM.exec(line)?.[2] ?? []);
  return { done: boxes.filter((box) => box !== " ").length, total: boxes.length };
}

/**
 * Ticks or unticks the item in a line (counted from 0), and returns the new text. Null if the line
 * has no item.
 */
export function toggleItem(text: string, line: number): string | null {
  // The parts alternate between lines and line ends.
  const parts = text.split(lineEnds);
  const item = ITEM.exec(parts[2 * line] ?? "");
  if (!item) return null;
  const [all, before = "", box] = item;
  const rest = (parts[2 * line] ?? "").slice(all.length);
  parts[2 * line] = `${before}[${box === " " ? "x" : " "}]${rest}`;
  return parts.join("");
}

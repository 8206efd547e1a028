import { differingLines } from "#contract/differingLines.ts";
import { HISTORY_TEXT_MAX } from "#contract/taskHistory.ts";

/** The number of characters that a shortened excerpt keeps before the first difference. */
const CONTEXT = 100;

function firstDifference(text: string, other: string): number {
  let index = 0;
  while (index < text.length && text[index] === other[index]) index += 1;
  return index;
}

function shortened(text: string, start: number): string {
  if (text.length <= HISTORY_TEXT_MAX) return text;
  const begin = start > 0 ? "…" : "";
  // With room for an ellipsis on both sides.
  const kept = text.slice(start, start + HISTORY_TEXT_MAX - 2).toWellFormed();
  return `${begin}${kept}${start + kept.length < text.length ? "…" : ""}`;
}

/** The lines in which two texts differ, at most `HISTORY_TEXT_MAX` characters of each text. */
export function excerpts(from: string, to: string): [from: string, to: string] {
  const [old, now] = [differingLines(from, to), differingLines(to, from)];
  const start = Math.max(0, firstDifference(old, now) - CONTEXT);
  return [shortened(old, start), shortened(now, start)];
}

import { COMMENT_MAX } from "#contract/comment.ts";
import { type ImportSource, SOURCE_NAMES } from "#contract/imports.ts";
import { DESCRIPTION_MAX } from "#contract/task.ts";
import { characterCount } from "#contract/text.ts";
import type { ForeignTask, NamedValue } from "./foreignTask.ts";

/** A text on one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/**
 * A text is cut at a line break only if the part before it has at least this share of the limit.
 */
const LINE_BREAK_SHARE = 0.8;

/** The first characters of a text, up to `max`. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character has at most two UTF-16 code units.
  return Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join("");
}

/** Splits a text into a part for the description and parts for comments, between lines if possible. */
export function splitText(text: string): { description: string; rest: string[] } {
  const parts: string[] = [];
  let left = text;
  while (left !== "") {
    const max = parts.length === 0 ? DESCRIPTION_MAX : COMMENT_MAX;
    if (left.length <= max || (left.length <= 2 * max && characterCount(left) <= max)) {
      parts.push(left);
      break;
    }
    const whole = firstCharacters(left, max);
    const lineEnd = whole.lastIndexOf("\n");
    const part = lineEnd > whole.length * LINE_BREAK_SHARE ? whole.slice(0, lineEnd) : whole;
    parts.push(part.trimEnd());
    left = left.slice(part.length).trimStart();
  }
  const [description = "", ...rest] = parts;
  return { description, rest };
}

/**
 * The description of a task in Markdown, with its board and all values that Taskdeck has no field
 * for.
 */
export function descriptionOf(
  task: ForeignTask,
  source: ImportSource,
  extraValues: readonly NamedValue[],
): string {
  const lists = task.checklists.map(({ name, items }) =>
    [
      `**${oneLine(name) || "Checklist"}**`,
      "",
      ...items.map(({ text, isDone }) => `- [${isDone ? "x" : " "}] ${oneLine(text) || "…"}`),
    ].join("\n"),
  );
  const known = extraValues.filter(([, value]) => value.trim() !== "");
  const block = (name: string, value: string) =>
    value.includes("\n")
      ? `- ${oneLine(name)}:\n\n  ${value.replaceAll("\n", "\n  ")}\n`
      : `- ${oneLine(name)}: ${value}`;
  const board = oneLine(task.board ?? "");
  const origin = board ? `${board} (${SOURCE_NAMES[source]})` : SOURCE_NAMES[source];
  const kept = known.map(([name, value]) => block(name, value.trim()));
  return [
    task.description.trim(),
    ...lists,
    board || kept.length > 0 ? `**Imported from ${origin}**` : "",
    kept.join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

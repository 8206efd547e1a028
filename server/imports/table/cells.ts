import type { ColumnRole } from "#contract/imports.ts";
import type { TaskPriority } from "#contract/task.ts";
import { dayOf } from "#server/imports/words/dates.ts";
import { isWordOf } from "#server/imports/words/findWords.ts";

const PRIORITIES = [
  ["high", "High"],
  ["medium", "Medium"],
  ["low", "Low"],
] as const;

/** The priority that a word means. */
export const priorityOf = (value: string): TaskPriority | null =>
  PRIORITIES.find(([concept]) => isWordOf(concept, value))?.[1] ?? null;

/** The names in a cell such as `Ada, Bob`, `Ada;Bob` or `[Ada, Bob]`. */
export const namesIn = (cell: string): string[] =>
  cell
    .replace(/^\[(.*)\]$/s, "$1")
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter(Boolean);

/** The labels in a cell. Our own export has `; ` between them, and names may have commas. */
export const labelsIn = (cell: string, isOwn: boolean): string[] =>
  isOwn ? cell.split("; ") : namesIn(cell);

/** Whether a cell says that a task is done: with a word or a date. */
export const isYes = (value: string): boolean =>
  isWordOf("yes", value) || isWordOf("closed", value) || dayOf(value, "dmy", "UTC") !== null;

/** ClickUp writes these for cells without a value. A title may be such a word. */
export function valueIn(cell = "", role: ColumnRole = "keep"): string {
  const value = cell.trim();
  return role !== "title" && (value === "null" || value === "[]") ? "" : value;
}

import type { ColumnRole, ImportSource } from "#contract/imports.ts";
import { longestWordIn, plainWords, wordsOf } from "#server/imports/words/findWords.ts";
import { guessedRoles, type ReadColumn, ROLES, type Role } from "./columnValues.ts";

/** The columns of Kanboard's export of tasks. Its `Status` says only whether a task is closed. */
const KANBOARD: Readonly<Record<string, ColumnRole>> = {
  title: "title",
  description: "description",
  column: "list",
  status: "done",
  "due date": "due",
  "assignee name": "assignee",
  tags: "labels",
  category: "labels",
  "creation date": "created",
  project: "board",
  position: "ignore",
  color: "ignore",
};

export function sourceOf(columns: readonly string[]): ImportSource {
  const names = new Set(columns.map(plainWords));
  const isKanboard = ["task id", "swimlane", "column", "title", "status"].every((name) =>
    names.has(name),
  );
  return isKanboard ? "kanboard" : "csv";
}

/** The free column whose name is a word of the role, or else contains one. */
function namedColumn(role: Role, names: readonly string[], isFree: (index: number) => boolean) {
  const exact = wordsOf(role)
    .map((word) => names.indexOf(word))
    .find((index) => index >= 0 && isFree(index));
  if (exact !== undefined || role === "title") return exact ?? -1;
  return names.findIndex((name, index) => isFree(index) && isAbout(role, name));
}

/** Whether a name has a word of the role, and no longer word of another one: "Last modified by owner". */
function isAbout(role: Role, name: string): boolean {
  const length = longestWordIn(role, name);
  const others = [...ROLES, "other" as const].filter((other) => other !== role);
  return length > 0 && others.every((other) => longestWordIn(other, name) < length);
}

/**
 * The proposed roles of columns: by their names, and for fields that no name tells, by their
 * values. If none of them is the title, the first one is proposed. All columns with a name of labels
 * are labels: Jira writes several of one name, and components.
 */
export function proposedRoles(source: ImportSource, columns: readonly ReadColumn[]): ColumnRole[] {
  const names = columns.map(({ name }) => plainWords(name));
  if (source === "kanboard") {
    return names.map((name, index) =>
      names.indexOf(name) === index ? (KANBOARD[name] ?? "keep") : "keep",
    );
  }
  const chosen = new Map<number, ColumnRole>();
  for (const role of ROLES) {
    const index = namedColumn(role, names, (free) => !chosen.has(free));
    if (index >= 0) chosen.set(index, role);
  }
  const unknown = columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ index, name }) => !chosen.has(index) && longestWordIn("other", name) === 0);
  const missing = ROLES.filter((role) => ![...chosen.values()].includes(role));
  for (const [index, role] of guessedRoles(unknown, missing)) chosen.set(index, role);
  const hasTitle = [...chosen.values()].includes("title");
  const labels = wordsOf("labels");
  return names.map((name, index) => {
    if (!hasTitle && index === 0) return "title";
    return chosen.get(index) ?? (labels.includes(name) ? "labels" : "keep");
  });
}

import type { ColumnRole, ImportSource } from "#contract/imports.ts";

/** Usual names of columns, in lower case. */
const NAMES: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = {
  title: [
    "title",
    "task name",
    "task",
    "name",
    "card name",
    "summary",
    "subject",
    "content",
    "titel",
  ],
  description: ["description", "card description", "notes", "body", "details", "beschreibung"],
  list: [
    "status",
    "list",
    "list name",
    "column",
    "state",
    "section",
    "section/column",
    "bucket",
    "stage",
    "phase",
  ],
  priority: ["priority", "prio", "importance", "priorität"],
  due: ["due date", "due", "due_date", "due on", "deadline", "fällig"],
  assignee: [
    "assignee email",
    "assignee",
    "assigned to",
    "owner",
    "responsible",
    "members",
    "assignees",
  ],
  labels: ["labels", "tags", "label", "category"],
  created: ["created", "created at", "created_at", "creation date", "date created"],
};

/** The columns of Kanboard's export of tasks. Its `Status` says only whether a task is closed. */
const KANBOARD: Readonly<Record<string, ColumnRole>> = {
  title: "title",
  column: "list",
  "due date": "due",
  "assignee name": "assignee",
  tags: "labels",
  "creation date": "created",
  position: "ignore",
  color: "ignore",
};

const key = (name: string): string => name.trim().toLowerCase();

export function sourceOf(columns: readonly string[]): ImportSource {
  const names = new Set(columns.map(key));
  const isKanboard = ["task id", "swimlane", "column", "title", "status"].every((name) =>
    names.has(name),
  );
  return isKanboard ? "kanboard" : "csv";
}

/**
 * The proposed roles of columns, by their names. If none of them is the title, the first one is
 * proposed.
 */
export function proposedRoles(source: ImportSource, columns: readonly string[]): ColumnRole[] {
  const names = columns.map(key);
  if (source === "kanboard") {
    const roles = names.map((name): ColumnRole => KANBOARD[name] ?? "keep");
    return roles.map((role, index) =>
      role !== "keep" && roles.indexOf(role) < index && role !== "ignore" ? "keep" : role,
    );
  }
  const chosen = new Map<number, ColumnRole>();
  for (const [role, known = []] of Object.entries(NAMES)) {
    const best = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (best !== undefined && !chosen.has(best)) chosen.set(best, role as ColumnRole);
  }
  const hasTitle = [...chosen.values()].includes("title");
  return names.map((_name, index) => {
    if (!hasTitle && index === 0) return "title";
    return chosen.get(index) ?? "keep";
  });
}

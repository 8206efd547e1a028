import type { ColumnRole, DateOrder, ImportSource } from "#contract/imports.ts";
import type { LabelColor } from "#contract/label.ts";
import type { TaskPriority } from "#contract/task.ts";
import { labelColor } from "./labelColor.ts";

export interface ForeignComment {
  author: string;
  /** An instant as in the file. */
  at: string | null;
  text: string;
}

export type NamedValue = [name: string, value: string];

export interface Checklist {
  name: string;
  items: { text: string; isDone: boolean }[];
}

/** The name of a label, and its colour if it has one. */
export type ForeignLabel = string | { name: string; color?: LabelColor };

/** A label with our colour for another product's. */
export const labelOf = (name: string, color: string): ForeignLabel => {
  const own = labelColor(color);
  return own ? { name, color: own } : name;
};

/** A task of another product, with its values as in the file. Texts are Markdown. */
export interface ForeignTask {
  title: string;
  description: string;
  /** The key of its list in the outline. */
  list: string;
  /** The name that its list had, such as `["Column", "In review"]`. */
  listName?: NamedValue;
  /** The name of its board or project. */
  board?: string;
  priority: TaskPriority | null;
  /** A day or an instant. */
  due: string | null;
  created: string | null;
  /** The names of the columns with these dates. */
  dateNames?: { due?: string; created?: string };
  /** The last change. */
  changed: string | null;
  /** Keys of people in the outline. The first one with a user becomes the assignee. */
  people: string[];
  labels: ForeignLabel[];
  checklists: Checklist[];
  comments: ForeignComment[];
  /** Names and values that Taskdeck has no field for. */
  extraValues: NamedValue[];
  /** Values that the export has lost, such as cut texts. */
  remarks: string[];
}

/** A row of the file before it is mapped. `data` is the JSON of a {@link ForeignTask} or of cells. */
export interface ReadItem {
  sourceId: string;
  title: string;
  list: string;
  data: string;
}

/** Everything about a file except its rows. */
export interface Outline {
  source: ImportSource;
  /** The columns of a table; empty for other files. */
  columns: { name: string; role: ColumnRole; samples: string[] }[];
  lists: { key: string; name: string; count: number; isDone?: true }[];
  people: { key: string; name: string; email: string | null }[];
  dates: DateOrder | null;
  notes: string[];
}

export interface ReadFile {
  outline: Outline;
  items: ReadItem[];
}

/** The file can't be imported. The message tells the user why. */
export class FileRefused extends Error {
  override name = "FileRefused";
}

/** A task without values. */
export const emptyTask = (): ForeignTask => ({
  title: "",
  description: "",
  list: "",
  priority: null,
  due: null,
  created: null,
  changed: null,
  people: [],
  labels: [],
  checklists: [],
  comments: [],
  extraValues: [],
  remarks: [],
});

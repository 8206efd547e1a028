import type { TaskStatus } from "./task.ts";

/** The products whose exports the server reads. `csv` is any table of comma- or tab-separated values. */
export const IMPORT_SOURCES = ["trello", "vikunja", "planka", "kanboard", "github", "csv"] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The display names of the sources. */
export const SOURCE_NAMES: Readonly<Record<ImportSource, string>> = {
  trello: "Trello",
  vikunja: "Vikunja",
  planka: "Planka",
  kanboard: "Kanboard",
  github: "GitHub",
  csv: "CSV",
};

/** The maximum size of a file in bytes, also after unpacking. */
export const IMPORT_MAX_BYTES = 32 * 1024 * 1024;
/** The maximum number of tasks in a file. */
export const IMPORT_ROWS_MAX = 50_000;
export const FILE_NAME_MAX = 200;
/** The maximum length of each field of a mapping. */
export const MAPPING_MAX = 10_000;
/** The maximum number of different lists, and of people, in a file. */
export const IMPORT_NAMES_MAX = 500;
/** The maximum number of comments of a task: the newest are imported. */
export const IMPORT_COMMENTS_MAX = 1_000;
/** The maximum number of columns in a table. */
export const IMPORT_COLUMNS_MAX = 100;
/** The hours during which an import can be undone. */
export const UNDO_HOURS = 24;
/** The number of rows in the preview, and the maximum number of rows with remarks in a response. */
export const PREVIEW_ROWS = 10;
export const REPORTED_ROWS = 100;

/**
 * The use of a table's column. `keep` adds its values to the description, `ignore` leaves them out.
 * `done` says whether a task is done, and `board` names its board or project. The others fill one
 * field each.
 */
export const COLUMN_ROLES = [
  "title",
  "description",
  "list",
  "priority",
  "due",
  "assignee",
  "labels",
  "created",
  "done",
  "board",
  "keep",
  "ignore",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The target of a foreign list's tasks: a status, or `skip` to leave them out. */
export type ListTarget = TaskStatus | "skip";

/** The order of day and month in dates such as 03/04/2026. */
export const DATE_ORDERS = ["mdy", "dmy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * `draft`: the file was read. `checked`: a dry run has filled the report. `running` and `undoing`:
 * in progress, or interrupted if `isBusy` is false. The same call then continues it.
 */
export const IMPORT_STATES = ["draft", "checked", "running", "done", "undoing", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * The result for one row: imported, imported with remarks, refused, skipped because its list is
 * not to be imported, or already there from an earlier import. After an undo: removed, or kept because someone has changed the task.
 */
export const ROW_OUTCOMES = [
  "imported",
  "remarks",
  "refused",
  "skipped",
  "present",
  "removed",
  "kept",
] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** Changes to the proposed mapping. What is missing stays as proposed. */
export interface ImportMapping {
  /** Column numbers, counted from 0, and their roles. */
  columns: Record<string, ColumnRole>;
  /** Keys of lists. */
  lists: Record<string, ListTarget>;
  /** Keys of people and users' ids; null for nobody. */
  people: Record<string, string | null>;
  dates: DateOrder | null;
}

/**
 * Body of POST /api/imports/{id}/run. `columns`, `lists` and `people` are form-encoded pairs, such as
 * `Doing=In+Progress`; a person without a user has an empty value.
 */
export interface ImportRun {
  dry: boolean;
  columns?: string;
  lists?: string;
  people?: string;
  dates?: DateOrder;
}

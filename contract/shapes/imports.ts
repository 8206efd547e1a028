import {
  COLUMN_ROLES,
  DATE_ORDERS,
  IMPORT_SOURCES,
  IMPORT_STATES,
  ROW_OUTCOMES,
} from "../imports.ts";
import { TASK_STATUSES } from "../task.ts";
import {
  count,
  day,
  enumOf,
  flag,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  type TypeOf,
  text,
} from "./shape.ts";

export const ImportCounts = object({
  imported: count,
  remarks: count,
  refused: count,
  skipped: count,
  present: count,
  removed: count,
  kept: count,
});
export type ImportCounts = TypeOf<typeof ImportCounts>;

const importFields = {
  id,
  source: enumOf(IMPORT_SOURCES),
  file_name: text,
  state: enumOf(IMPORT_STATES),
  isBusy: { ...flag, description: "Whether a request works on it." },
  created_at: instant,
  created_by: { ...text, description: "The user's name." },
  finished_at: nullable(instant),
  /** The instant until which it can be undone; null if it can't. */
  undo_until: nullable(instant),
  /** The number of rows in the file. */
  total: count,
  done: { ...count, description: "The rows that the present step has handled." },
  counts: ImportCounts,
};

/** An import, beyond §7. */
export const Import = named("Import", object(importFields));
export type Import = TypeOf<typeof Import>;

export const ImportColumn = object({
  name: text,
  role: enumOf(COLUMN_ROLES),
  /** The values of the column's first rows. */
  samples: listOf(text),
});
export type ImportColumn = TypeOf<typeof ImportColumn>;

export const ImportList = object({
  key: text,
  name: text,
  count,
  target: enumOf([...TASK_STATUSES, "skip"]),
  isUnknown: {
    ...flag,
    description: "Whether its name tells no status. The proposal is Todo then.",
  },
});
export type ImportList = TypeOf<typeof ImportList>;

export const ImportPerson = object({
  key: text,
  name: text,
  email: nullable(text),
  /** The user who stands for this person; null for nobody. */
  user_id: nullable(id),
});
export type ImportPerson = TypeOf<typeof ImportPerson>;

/** A row before or after its import. Its number counts from 1. */
export const ImportRow = object({
  position: count,
  title: text,
  list: text,
  status: nullable(enumOf(TASK_STATUSES)),
  due_date: nullable(day),
  assignee_id: nullable(id),
  outcome: nullable(enumOf(ROW_OUTCOMES)),
  remarks: listOf(text),
  task_id: nullable(id),
});
export type ImportRow = TypeOf<typeof ImportRow>;

/** GET /api/imports/{id}, and the response of every change of it. */
export const ImportDetail = named(
  "ImportDetail",
  object({
    ...importFields,
    /** Empty unless the file is a table. */
    columns: listOf(ImportColumn),
    lists: listOf(ImportList),
    people: listOf(ImportPerson),
    /** Null if no date depends on it. */
    dates: {
      ...nullable(enumOf(DATE_ORDERS)),
      description: "The order of day and month in 03/04/2026.",
    },
    notes: { ...listOf(text), description: "About the whole file." },
    labels: {
      ...listOf(text),
      description:
        "The names of the labels that it has created, after a check of those that it would create.",
    },
    /** Refused ones come first. */
    rows: {
      ...listOf(ImportRow),
      description: "Of a draft the first rows; later the first rows with remarks.",
    },
  }),
);
export type ImportDetail = TypeOf<typeof ImportDetail>;

/** The import that a call read or changed. */
export const ImportResponse = object({ import: ImportDetail });
export type ImportResponse = TypeOf<typeof ImportResponse>;

/** GET /api/imports, the newest first. */
export const ImportsResponse = object({ imports: listOf(Import) });
export type ImportsResponse = TypeOf<typeof ImportsResponse>;

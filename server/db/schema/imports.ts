import type { Generated, Selectable } from "kysely";
import type { ImportSource, ImportState, RowOutcome } from "#contract/imports.ts";

/* Imports. */

/**
 * A file that was uploaded for import. `outline` is the JSON of an `Outline` (server/imports), `mapping`
 * that of the changes to the proposed mapping, `counts` that of the number of rows of each outcome.
 */
export interface ImportsTable {
  id: string;
  source: ImportSource;
  file_name: string;
  state: ImportState;
  created_at: string;
  created_by: string;
  created_by_name: string;
  started_at: string | null;
  finished_at: string | null;
  outline: string;
  mapping: string;
  total: number;
  counts: Generated<string>;
  /** The labels that it creates: a list of ids and names in JSON. After a check, those that it would create. */
  labels: Generated<string>;
}

/**
 * A row of the file. `data` is its JSON until it is imported, then empty. `outcome` is null until the
 * row is handled. `remarks` is a list in JSON.
 */
export interface ImportItemsTable {
  import_id: string;
  position: number;
  source_id: string;
  data: string;
  title: string;
  list: string;
  outcome: RowOutcome | null;
  remarks: string;
  task_id: string | null;
}

/** The foreign tasks that were imported, and the tasks that were created from them. */
export interface ImportSourcesTable {
  source: ImportSource;
  source_id: string;
  task_id: string;
}

export type ImportRecord = Selectable<ImportsTable>;

export type ImportItem = Selectable<ImportItemsTable>;

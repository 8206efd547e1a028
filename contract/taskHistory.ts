import type { NamedRecord } from "./id.ts";

/** The kinds of entries in a task's history. The history is not in §7, so another server may have no history. */
export const HISTORY_KINDS = [
  "created",
  "changed",
  "deleted",
  "restored",
  "commented",
  "comment_edited",
  "comment_deleted",
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** The fields whose changes are recorded. Assignee and team are recorded by name. */
export const HISTORY_FIELDS = [
  "title",
  "status",
  "priority",
  "due_date",
  "assignee",
  "team",
  "description",
] as const;
export type HistoryField = (typeof HISTORY_FIELDS)[number];

/** The maximum length of a value in the history, in characters. */
export const HISTORY_TEXT_MAX = 1_000;

/**
 * A field before and after a change; null if it was empty. A description is recorded as the lines
 * that differ, at most {@link HISTORY_TEXT_MAX} characters.
 */
export interface FieldChange {
  field: HistoryField;
  from: string | null;
  to: string | null;
}

/** One recorded change of a task; `at` is an ISO 8601 instant in UTC. */
export interface HistoryEntry {
  id: string;
  at: string;
  /** The user, under the name at that time. The account may be deleted by now. */
  actor: NamedRecord;
  kind: HistoryKind;
  /** The changed fields; empty unless `kind` is "changed". */
  changes: FieldChange[];
}

/** The maximum number of entries per page, and the default of the query's `limit`. */
export const HISTORY_PAGE_SIZE = 50;

/**
 * GET /api/tasks/{id}/history, beyond §7: the newest entry first. `before` in the query is an entry's
 * id: the page holds older entries only.
 */
export interface TaskHistoryResponse {
  entries: HistoryEntry[];
  hasOlder: boolean;
}

export type { FieldChange, HistoryEntry, TaskHistoryResponse } from "./shapes/taskHistory.ts";

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

/** The maximum number of entries per page, and the default of the query's `limit`. */
export const HISTORY_PAGE_SIZE = 50;

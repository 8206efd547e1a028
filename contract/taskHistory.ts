import { SET_FIELDS, SUMMARY_FIELDS, type TaskFieldName } from "./taskFields.ts";

/** The kinds of entries in a task's history. The history is not in §7, so another server may have no history. */
export const HISTORY_KINDS = [
  "created",
  "changed",
  "deleted",
  "restored",
  "commented",
  "comment_edited",
  "comment_deleted",
  "file_added",
  "file_changed",
  "file_deleted",
  "file_restored",
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** A field in the history. Assignee and team are recorded by name. */
export type HistoryField = HistoryName<TaskFieldName>;
type HistoryName<Name extends TaskFieldName> = Name extends `${infer Reference}_id`
  ? Reference
  : Name;

/** A field's name in the history. */
export const historyName = <Name extends TaskFieldName>(name: Name) =>
  name.replace(/_id$/, "") as HistoryName<Name>;

/** The fields whose changes are recorded, in the order of an entry. */
export const HISTORY_FIELDS: readonly TaskFieldName[] = [
  ...SUMMARY_FIELDS,
  ...SET_FIELDS,
  "description",
];

/** The maximum length of a value in the history, in characters. */
export const HISTORY_TEXT_MAX = 1_000;

/** The maximum number of entries per page, and the default of the query's `limit`. */
export const HISTORY_PAGE_SIZE = 50;

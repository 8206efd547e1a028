import { HISTORY_FIELDS, HISTORY_KINDS, historyName } from "../taskHistory.ts";
import { NamedRecord } from "./id.ts";
import {
  enumOf,
  flag,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  optional,
  type TypeOf,
  text,
} from "./shape.ts";

/**
 * A field before and after a change; null if it was empty. A description is recorded as the lines
 * that differ, at most `HISTORY_TEXT_MAX` characters. A set is recorded by names with `; ` between, and by
 * what the change has added and removed.
 */
export const FieldChange = named(
  "FieldChange",
  object({
    field: enumOf(HISTORY_FIELDS.map(historyName)),
    from: nullable(text),
    to: nullable(text),
    added: optional({ ...listOf(text), description: "The names that a set has gained." }),
    removed: optional({ ...listOf(text), description: "The names that a set has lost." }),
  }),
);
export type FieldChange = TypeOf<typeof FieldChange>;

export const historyEntryFields = {
  id,
  at: instant,
  /** The user, under the name at that time. The account may be deleted by now. */
  actor: NamedRecord,
  kind: enumOf(HISTORY_KINDS),
  /** The changed fields; empty unless `kind` is "changed". */
  changes: listOf(FieldChange),
  /** The file that was added, changed, deleted or restored, by its name at that time. */
  file: optional(text),
};

/** One recorded change of a task. */
export const HistoryEntry = named("HistoryEntry", object(historyEntryFields));
export type HistoryEntry = TypeOf<typeof HistoryEntry>;

/**
 * GET /api/tasks/{id}/history, beyond §7: the newest entry first. `before` in the query is an entry's
 * id: the page holds older entries only.
 */
export const TaskHistoryResponse = object({
  entries: listOf(HistoryEntry),
  hasOlder: {
    ...flag,
    description:
      "Whether there are older entries. Get them with `before` set to the last id of this page.",
  },
});
export type TaskHistoryResponse = TypeOf<typeof TaskHistoryResponse>;

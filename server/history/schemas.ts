import {
  enumOf,
  id,
  instant,
  listOf,
  named,
  namedRecord,
  nullable,
  type Schema,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import {
  type FieldChange,
  HISTORY_FIELDS,
  HISTORY_KINDS,
  type HistoryEntry,
} from "#contract/taskHistory.ts";

const CHANGE = named(
  "FieldChange",
  shape<FieldChange>({
    field: enumOf(HISTORY_FIELDS),
    from: nullable(text),
    to: nullable(text),
  }),
);

/** The properties of an entry of a task's history. */
export const HISTORY_ENTRY: Record<keyof HistoryEntry, Schema> = {
  id,
  at: instant,
  actor: namedRecord,
  kind: enumOf(HISTORY_KINDS),
  changes: listOf(CHANGE),
};

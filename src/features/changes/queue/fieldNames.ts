import { SINGLE_FIELDS, type SingleFieldName, TASK_FIELDS } from "#contract/taskFields.ts";
import type { Field } from "./change.ts";
import { memberOf } from "./members.ts";

/** Whether a text names a field of a task, or a member of a set. */
export const isField = (what: unknown): what is Field =>
  typeof what === "string" &&
  (SINGLE_FIELDS.some((name) => name === what) || memberOf(what) !== null);

/** The row of the table of fields. */
export const fieldOf = (what: Field) =>
  TASK_FIELDS[memberOf(what)?.[0] ?? (what as SingleFieldName)];

import {
  changedSet,
  SET_FIELDS,
  type SetChange,
  type SetFieldName,
  type SingleFieldName,
  type TaskFieldValues,
} from "#contract/taskFields.ts";
import type { FieldValue } from "./change.ts";

/** The set and the value that a member names; null for another field. */
export function memberOf(what: string): [set: SetFieldName, value: string] | null {
  const at = what.indexOf("/");
  const set = SET_FIELDS.find((name) => name === what.slice(0, Math.max(0, at)));
  return set ? [set, what.slice(at + 1)] : null;
}

/** The value of a field; undefined if the task lacks it. */
export function valueIn(
  task: Partial<TaskFieldValues> | undefined,
  what: string,
): FieldValue | undefined {
  const member = memberOf(what);
  if (!member) return task?.[what as SingleFieldName];
  const [set, value] = member;
  const values = task?.[set];
  return values && (values.includes(value) ? value : null);
}

/** The values of several fields: those of a set after its members' changes. */
export function withMembers(
  task: Partial<TaskFieldValues>,
  values: readonly (readonly [what: string, value: FieldValue])[],
): Partial<TaskFieldValues> {
  const all: Record<string, unknown> = {};
  const sets: Partial<TaskFieldValues> = all;
  for (const [what, value] of values) {
    const member = memberOf(what);
    if (!member) all[what] = value;
    else if (task[member[0]]) {
      const before = sets[member[0]] ?? task[member[0]] ?? [];
      sets[member[0]] = changedSet(before, changeOf(member[1], value));
    }
  }
  return sets;
}

export const changeOf = (member: string, value: FieldValue): SetChange =>
  value === null ? { add: [], remove: [member] } : { add: [member], remove: [] };

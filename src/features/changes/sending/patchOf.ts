import type { SetChange, SetFieldName } from "#contract/taskFields.ts";
import type { FieldValue } from "#features/changes/queue/change.ts";
import { changeOf, memberOf } from "#features/changes/queue/members.ts";

/** The body that sends values: what they add to sets and remove from them. */
export function patchOf(values: readonly { what: string; value: FieldValue }[]): object {
  const patch: Record<string, unknown> = {};
  for (const { what, value } of values) {
    const member = memberOf(what);
    if (!member) patch[what] = value;
    else {
      const { add, remove } = changeOf(member[1], value);
      const sets = patch as { [Name in SetFieldName]?: SetChange };
      const before = sets[member[0]] ?? { add: [], remove: [] };
      sets[member[0]] = { add: [...before.add, ...add], remove: [...before.remove, ...remove] };
    }
  }
  return patch;
}

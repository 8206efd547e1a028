import { groupKey } from "#contract/label.ts";
import { changedSet } from "#contract/taskFields.ts";
import type { ShownLabel } from "./labelsApi.ts";

/** Labels' ids after one is added. It takes the place of another one of its group. */
export function withLabel(
  ids: readonly string[],
  { id, name }: ShownLabel,
  all: readonly ShownLabel[],
): string[] {
  const group = groupKey(name);
  const others = all.filter((one) => group !== null && groupKey(one.name) === group);
  return changedSet(ids, { add: [id], remove: others.map((one) => one.id) });
}

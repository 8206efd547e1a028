import { groupKey, groupOf } from "#contract/label.ts";
import type { ShownLabel } from "./labelsApi.ts";

/** The groups of labels, in the order of their names. */
export function labelGroups(labels: readonly ShownLabel[]): { key: string; name: string }[] {
  const groups = new Map<string, string>();
  for (const { name } of labels) {
    const [key, group] = [groupKey(name), groupOf(name)];
    if (key !== null && group !== null && !groups.has(key)) groups.set(key, group);
  }
  return Array.from(groups, ([key, name]) => ({ key, name }));
}

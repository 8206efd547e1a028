import type { ListedTask } from "#contract/task.ts";
import { DUE_GROUP_LABELS, type DueGroup, dueGroupOf } from "#lib/dueGroups.ts";
import type { Grouping } from "./listView.ts";

/** Rows under one heading. `key` is the group of due dates, or the assignee's id; "" without one. */
export interface TaskGroup {
  key: string;
  label: string;
  tasks: ListedTask[];
}

const KEYS: Readonly<Record<Exclude<Grouping, "">, (task: ListedTask, today: string) => string>> = {
  due: dueGroupOf,
  assignee: ({ assignee_id }) => assignee_id ?? "",
};

/** The groups of a page, in the order of its rows. */
export function groupTasks(
  tasks: readonly ListedTask[],
  by: Exclude<Grouping, "">,
  nameOf: (id: string) => string | undefined,
  today: string,
): TaskGroup[] {
  const groups = new Map<string, TaskGroup>();
  for (const task of tasks) {
    const key = KEYS[by](task, today);
    const group = groups.get(key) ?? { key, label: labelOf(by, key, nameOf), tasks: [] };
    group.tasks.push(task);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function labelOf(
  by: Exclude<Grouping, "">,
  key: string,
  nameOf: (id: string) => string | undefined,
): string {
  if (by === "assignee") return key ? (nameOf(key) ?? "One assignee") : "Unassigned";
  return DUE_GROUP_LABELS[key as DueGroup];
}

import type { ListedTask } from "#contract/shapes/task.ts";
import type { ShownLabel } from "#features/labels/labelsApi.ts";
import { DUE_GROUP_LABELS, type DueGroup, dayFor, dueGroupOf } from "#lib/dates/dueGroups.ts";
import type { Grouping, ListView } from "./listView.ts";

/** Rows under one heading. `key` is the group of due dates, or the id of the assignee or first label; "" without one. */
export interface TaskGroup {
  key: string;
  label: string;
  tasks: ListedTask[];
}

const DATED: readonly DueGroup[] = ["overdue", "today", "week", "next-week", "later"];

/** What a grouping knows besides the tasks. */
export interface GroupNames {
  nameOf: (userId: string) => string | undefined;
  /** All labels in the order of the list. */
  labels: readonly ShownLabel[];
}

const firstLabel = (task: ListedTask, { labels }: Pick<GroupNames, "labels">) =>
  labels.find(({ id }) => task.labels?.includes(id));

type KeyOf = (task: ListedTask, today: string, names: Pick<GroupNames, "labels">) => string;
const KEYS: Readonly<Record<Exclude<Grouping, "">, KeyOf>> = {
  due: dueGroupOf,
  assignee: ({ assignee_id }) => assignee_id ?? "",
  label: (task, _today, names) => firstLabel(task, names)?.id ?? "",
};

/** The groups of a page, in the order of its rows. */
export function groupTasks(
  tasks: readonly ListedTask[],
  by: Exclude<Grouping, "">,
  names: GroupNames,
  today: string,
): TaskGroup[] {
  const groups = new Map<string, TaskGroup>();
  for (const task of tasks) {
    const key = KEYS[by](task, today, names);
    const group = groups.get(key) ?? { key, label: labelOf(by, key, names), tasks: [] };
    group.tasks.push(task);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The tasks of a page as its rows show them: in the order of the groups, without those of closed ones. */
export function visibleTasks(
  tasks: readonly ListedTask[],
  by: Grouping,
  { closed }: Pick<ListView, "closed">,
  today: string,
  isDescending: boolean,
  labels: readonly ShownLabel[],
): readonly ListedTask[] {
  if (!by) return tasks;
  const groups = groupTasks(
    tasks,
    by,
    { nameOf: () => undefined, labels: isDescending ? labels.toReversed() : labels },
    today,
  );
  const shown = by === "due" ? dueGroupsToShow(groups, today, isDescending) : groups;
  return shown.flatMap(({ key, tasks: rows }) => (closed.includes(key) ? [] : rows));
}

/**
 * All groups by due date, so that a row can be dragged to one without rows on this page. Those that no
 * drop can reach show only with rows. What is done is last.
 */
export function dueGroupsToShow(
  groups: readonly TaskGroup[],
  today: string,
  isDescending: boolean,
): TaskGroup[] {
  const dated = isDescending ? DATED.toReversed() : DATED;
  const order: readonly DueGroup[] = [...dated, "none", "past"];
  return order.flatMap((key) => {
    const group = groups.find((one) => one.key === key);
    if (group) return group;
    return dayFor(key, today) === undefined ? [] : { key, label: DUE_GROUP_LABELS[key], tasks: [] };
  });
}

function labelOf(by: Exclude<Grouping, "">, key: string, { nameOf, labels }: GroupNames): string {
  if (by === "assignee") return key ? (nameOf(key) ?? "One assignee") : "Unassigned";
  if (by === "label") return labels.find(({ id }) => id === key)?.name ?? "No labels";
  return DUE_GROUP_LABELS[key as DueGroup];
}

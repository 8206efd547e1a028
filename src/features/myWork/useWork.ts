import { skipToken } from "@reduxjs/toolkit/query/react";
import { useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { addDays } from "#contract/calendar.ts";
import { daysOf, SPAN_MARK } from "#contract/dueFilter.ts";
import type { ListedTask } from "#contract/shapes/task.ts";
import { PAGE_SIZE_MAX } from "#contract/task.ts";
import { type PendingTask, selectNewTasks } from "#features/board/newCards/newTasks.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { DELEGATED_LABEL } from "#features/filters/filterTexts.ts";
import {
  ALL_TASKS,
  type Filters,
  type LabelFilters,
  toTaskQuery,
} from "#features/filters/listQuery.ts";
import { useSearchTasksQuery } from "#features/tasks/data/searchApi.ts";
import { DUE_GROUP_LABELS, type DueGroup, dueGroupOf } from "#lib/dates/dueGroups.ts";
import { formatCount } from "#lib/text/formatCount.ts";

/** The groups of a user's own tasks. `later` has next week too. */
type OwnGroup = Extract<DueGroup, "overdue" | "today" | "week" | "later" | "none">;
export type WorkGroup = OwnGroup | "waiting";

const OWN_GROUPS: readonly OwnGroup[] = ["overdue", "today", "week", "later", "none"];

/** A group as the screen shows it. */
export interface ShownGroup {
  key: WorkGroup;
  label: string;
  /** The number of all its tasks, with "+" if the server has not counted all. */
  count: string;
  /** Its first tasks. */
  tasks: readonly ListedTask[];
  hasMore: boolean;
  /** The filters of the task list that match the group. */
  filters: Partial<Filters>;
  /** Whether a new task belongs to it that the server has not confirmed. */
  hasNew: boolean;
}

const NONE: readonly ListedTask[] = [];
const OPEN = "Todo,In Progress";

/** Up to `limit` open tasks that match, the earliest due first, as sent and as shown. */
function useOpenTasks(filters: Partial<Filters> | null, limit: number) {
  const all = { ...ALL_TASKS.filters, status: OPEN, ...filters };
  const query = filters && { ...toTaskQuery({ filters: all, sort: "due", page: 1 }), limit };
  const response = useSearchTasksQuery(query ?? skipToken, ALWAYS_FRESH);
  const sent = response.currentData?.tasks ?? NONE;
  return { ...response, sent, tasks: useShownTasks(sent, response.requestId) };
}

function once(tasks: readonly ListedTask[]): ListedTask[] {
  const seen = new Set<string>();
  return tasks.filter(({ id }) => seen.size < seen.add(id).size);
}
const byDay = (a: ListedTask, b: ListedTask): number =>
  (a.due_date ?? "").localeCompare(b.due_date ?? "");

/** The user's open tasks by when they are due, and those that the user has created and others have. */
export function useWork(
  ownId: string | undefined,
  today: string,
  limit: number,
  labels: Partial<LabelFilters>,
) {
  const own = ownId === undefined ? null : { assignee: ownId, ...labels };
  const first = useOpenTasks(own, PAGE_SIZE_MAX);
  const isCut = cutGroups(first.sent, first.currentData?.pagination.total ?? 0, today);
  const useCut = (group: OwnGroup) =>
    useOpenTasks(own && isCut(group) ? { ...own, ...filtersOf(group, today) } : null, limit);
  // In a fixed order, because each is a hook.
  const counted = {
    overdue: useCut("overdue"),
    today: useCut("today"),
    week: useCut("week"),
    later: useCut("later"),
    none: useCut("none"),
  };
  const given = ownId === undefined ? null : { created_by: ownId, delegated: "true", ...labels };
  const waiting = useOpenTasks(given, limit);
  const added = useSelector((state: WithChanges) => selectNewTasks(state));

  const all = [first, ...Object.values(counted)];
  const sent = once(all.flatMap((one) => one.sent));
  const tasks = once(all.flatMap((one) => one.tasks)).toSorted(byDay);
  const inGroup = (some: readonly ListedTask[], group: OwnGroup) =>
    some.filter((task) => groupOf(task, today) === group);
  const shown = (
    key: WorkGroup,
    some: readonly ListedTask[],
    filters: Partial<Filters>,
    { total, atLeast = false }: { total: number; atLeast?: boolean },
  ): ShownGroup => ({
    key,
    label: key === "waiting" ? DELEGATED_LABEL : DUE_GROUP_LABELS[key],
    count: `${formatCount(total)}${atLeast ? "+" : ""}`,
    tasks: some.slice(0, limit),
    hasMore: total > Math.min(some.length, limit),
    filters,
    hasNew: added.some((task) => groupOfNew(task, ownId, today) === key),
  });

  const groups = OWN_GROUPS.map((group) => {
    const some = inGroup(tasks, group);
    const { total = 0, atLeast = false } = counted[group].currentData?.pagination ?? {};
    // What the user has just moved here, and away.
    const moved = some.length - inGroup(sent, group).length;
    return shown(
      group,
      some,
      { ...own, ...filtersOf(group, today) },
      isCut(group) && total > 0
        ? { total: total + moved, atLeast }
        : { total: some.length, atLeast: isCut(group) },
    );
  });
  const { pagination = { total: 0 } } = waiting.currentData ?? {};
  groups.push(shown("waiting", waiting.tasks, { ...given, status: OPEN }, pagination));
  // Nothing moves when the last response arrives.
  const isWaiting = [...all, waiting].some((one) => one.isFetching && !one.currentData);
  return { ...first, isWaiting, groups };
}

/** The groups of which a response of `total` tasks may not have all. They are in the order of their dates. */
function cutGroups(
  sent: readonly ListedTask[],
  total: number,
  today: string,
): (group: OwnGroup) => boolean {
  const last = sent.at(-1);
  if (!last || total <= sent.length) return () => false;
  const from = OWN_GROUPS.indexOf(groupOf(last, today));
  return (group) => OWN_GROUPS.indexOf(group) >= from;
}

/** The group of a task. One that was just ticked stays where it is until the list is fetched again. */
export function groupOf({ due_date = null }: Partial<ListedTask>, today: string): OwnGroup {
  // A task that is not done is never in `past`.
  const group = dueGroupOf({ due_date, status: "Todo" }, today);
  return group === "next-week" || group === "past" ? "later" : group;
}

/** The group of a task that the server has not confirmed yet. */
export const groupOfNew = (
  task: PendingTask,
  ownId: string | undefined,
  today: string,
): WorkGroup => (task.assignee_id === ownId ? groupOf(task, today) : "waiting");

/** The filters of the task list that match a group. */
export function filtersOf(
  group: OwnGroup,
  today: string,
): Pick<Partial<Filters>, "status" | "due" | "overdue"> {
  const { to } = daysOf("week", today);
  if (group === "overdue") return { overdue: "true" };
  if (group === "today") return { due: "today" };
  if (group === "week") return { due: `${addDays(today, 1)}${SPAN_MARK}${to}` };
  if (group === "later") return { due: `${addDays(to, 1)}${SPAN_MARK}` };
  return { due: "none" };
}

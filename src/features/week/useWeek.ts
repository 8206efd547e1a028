import { skipToken } from "@reduxjs/toolkit/query/react";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { addDays } from "#contract/calendar.ts";
import { daysOf, SPAN_MARK } from "#contract/dueFilter.ts";
import type { ListedTask, TaskPageResponse } from "#contract/shapes/task.ts";
import { PAGE_SIZE_MAX } from "#contract/task.ts";
import { useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { DELEGATED_LABEL } from "#features/filters/filterTexts.ts";
import { ALL_TASKS, type Filters, toTaskQuery } from "#features/filters/listQuery.ts";
import { useSearchTasksQuery } from "#features/tasks/data/searchApi.ts";
import { DUE_GROUP_LABELS, type DueGroup, dueGroupOf } from "#lib/dates/dueGroups.ts";
import { formatCount } from "#lib/text/formatCount.ts";

/** The number of tasks of a group that show. The list has the others. */
const GROUP_SHOWN = 5;

/** A group as the card shows it. */
export interface ShownGroup {
  key: WeekGroup | "waiting";
  label: string;
  /** The number of all its tasks, with "+" if the server has not counted all. */
  count: string;
  /** Its first tasks. */
  tasks: readonly ListedTask[];
  hasMore: boolean;
  /** The filters of the task list that match the group. */
  filters: Partial<Filters>;
}

const NONE: readonly ListedTask[] = [];
const OPEN = "Todo,In Progress";

/** Up to `limit` open tasks that match, the earliest due first. */
function useOpenTasks(filters: Partial<Filters> | null, limit: number) {
  const all = { ...ALL_TASKS.filters, status: OPEN, ...filters };
  const query = filters && { ...toTaskQuery({ filters: all, sort: "due", page: 1 }), limit };
  const response = useSearchTasksQuery(query ?? skipToken, ALWAYS_FRESH);
  const tasks = useShownTasks(response.data?.tasks ?? NONE, response.requestId);
  return { ...response, tasks };
}

function shownGroup(
  key: ShownGroup["key"],
  filters: Partial<Filters>,
  tasks: readonly ListedTask[],
  { total, atLeast = false }: { total: number; atLeast?: boolean },
): ShownGroup {
  return {
    key,
    label: key === "waiting" ? DELEGATED_LABEL : DUE_GROUP_LABELS[key],
    count: `${formatCount(total)}${atLeast ? "+" : ""}`,
    tasks: tasks.slice(0, GROUP_SHOWN),
    hasMore: total > GROUP_SHOWN,
    filters,
  };
}

/** The first group whose tasks the response may not have all; null if it has all. */
function firstCutGroup(
  data: TaskPageResponse | undefined,
  groups: readonly { group: WeekGroup }[],
): WeekGroup | null {
  // The tasks are in the order of their dates, those without one at the end.
  const isCut =
    data !== undefined &&
    data.pagination.total > data.tasks.length &&
    data.tasks.at(-1)?.due_date != null;
  return isCut ? (groups.at(-1)?.group ?? null) : null;
}

/** The user's open tasks by when they are due, and those that the user has given to others. */
export function useWeek(ownId: string | undefined, today: string) {
  const own = ownId === undefined ? null : { assignee: ownId };
  const week = useOpenTasks(own, PAGE_SIZE_MAX);
  const groups = groupWeek(week.tasks, today);
  const cut = firstCutGroup(week.data, groups);
  const isCut = (group: WeekGroup) =>
    cut !== null && WEEK_GROUPS.indexOf(group) >= WEEK_GROUPS.indexOf(cut);
  const useCut = (group: WeekGroup) =>
    useOpenTasks(own && isCut(group) ? { ...own, ...filtersOf(group, today) } : null, GROUP_SHOWN);
  // In a fixed order, because each is a hook.
  const counted = {
    overdue: useCut("overdue"),
    today: useCut("today"),
    week: useCut("week"),
    later: useCut("later"),
  };
  const given = ownId === undefined ? null : { created_by: ownId, delegated: "true" };
  const waiting = useOpenTasks(given, GROUP_SHOWN);

  const shown = WEEK_GROUPS.flatMap((group) => {
    const filters = { ...own, ...filtersOf(group, today) };
    const { data, tasks } = counted[group];
    if (isCut(group) && data) return shownGroup(group, filters, tasks, data.pagination);
    const known = groups.find((one) => one.group === group)?.tasks ?? NONE;
    const atLeast = isCut(group);
    return shownGroup(group, filters, known, { total: known.length, atLeast });
  });
  if (given && waiting.data)
    shown.push(
      shownGroup("waiting", { ...given, status: OPEN }, waiting.tasks, waiting.data.pagination),
    );
  // Nothing moves when the last response arrives.
  const isLoading = [week, waiting, ...Object.values(counted)].some((one) => one.isLoading);
  return { ...week, isLoading, groups: shown.filter(({ tasks }) => tasks.length > 0) };
}

/** The groups of a user's week. `later` has next week too. */
type WeekGroup = Extract<DueGroup, "overdue" | "today" | "week" | "later">;

const WEEK_GROUPS: readonly WeekGroup[] = ["overdue", "today", "week", "later"];

/** A task that was just ticked stays in its group until the list is fetched again. */
function groupOf({ due_date }: ListedTask, today: string): WeekGroup | null {
  const group = dueGroupOf({ due_date, status: "Todo" }, today);
  if (group === "none" || group === "past") return null;
  return group === "next-week" ? "later" : group;
}

/** The groups that have tasks, in their order. Tasks without a due date are in none. */
export function groupWeek(
  tasks: readonly ListedTask[],
  today: string,
): { group: WeekGroup; tasks: ListedTask[] }[] {
  return WEEK_GROUPS.map((group) => ({
    group,
    tasks: tasks.filter((task) => groupOf(task, today) === group),
  })).filter(({ tasks: some }) => some.length > 0);
}

/** The filters of the task list that match a group. */
export function filtersOf(
  group: WeekGroup,
  today: string,
): Pick<Partial<Filters>, "due" | "overdue"> {
  const { to } = daysOf("week", today);
  if (group === "overdue") return { overdue: "true" };
  if (group === "today") return { due: "today" };
  if (group === "week") return { due: `${addDays(today, 1)}${SPAN_MARK}${to}` };
  return { due: `${addDays(to, 1)}${SPAN_MARK}` };
}

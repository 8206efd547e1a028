import { isDue } from "#contract/dueFilter.ts";
import { LABEL_MATCHES } from "#contract/label.ts";
import {
  ASSIGNEES_MAX,
  DEFAULT_SORT,
  PAGE_SIZE,
  SORTS,
  type Sort,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskQuery,
  valuesOf,
} from "#contract/task.ts";
import { idIn } from "#lib/address/addressValues.ts";
import {
  oneOf,
  readView,
  searchIn,
  setFilters,
  type View,
  type ViewSpec,
} from "#lib/filters/view.ts";

/**
 * The filters of the task list: "" if not set. `priority`, `status` and `assignee` may hold several
 * values, comma-separated.
 */
export interface Filters {
  search: string;
  priority: string;
  status: string;
  /** Users' ids; `NOBODY` for tasks without an assignee. */
  assignee: string;
  /** "true": only open tasks that were due before today. */
  overdue: string;
  /** Only open tasks that are due then: a day, `from..to`, or a `DueRange`. */
  due: string;
  /** A team's id; `NOBODY` for tasks without a team. */
  team: string;
  /** Labels' ids; `NOBODY` for tasks without labels. */
  label: string;
  /** "all" or "none" of the labels; "" for any. */
  label_match: string;
  /** The id of the user who created the tasks. */
  created_by: string;
  /** "true": only tasks that are assigned to somebody other than their creator. */
  delegated: string;
}

export type FilterName = keyof Filters;

/** What the task list or the board shows. */
export type ListQuery = View<Filters, Sort>;

const anyOf = (words: readonly string[]) => (value: string) => {
  const chosen = valuesOf(value);
  return words.filter((word) => chosen.includes(word)).join();
};
const idsIn = (value: string) =>
  valuesOf(valuesOf(value).map(idIn).join()).slice(0, ASSIGNEES_MAX).join();

/** The order of the list where the user has chosen none: overdue tasks by their due dates. */
const usualSort = (filters: Filters): Sort => (filters.overdue === "true" ? "due" : DEFAULT_SORT);

/** The filters by labels. */
export type LabelFilters = Pick<Filters, "label" | "label_match">;
const LABEL_FILTERS: ViewSpec<LabelFilters>["filters"] = {
  label: idsIn,
  label_match: oneOf(LABEL_MATCHES.filter((match) => match !== "any")),
};
/** How labels match means nothing without labels. */
const clean = <Any extends LabelFilters>(filters: Any): Any =>
  filters.label ? filters : { ...filters, label_match: "" };

/** A screen that has no other filters. */
export const LABEL_VIEW: ViewSpec<LabelFilters> = { filters: LABEL_FILTERS, clean };

/** The task list (§2). */
export const TASK_VIEW: ViewSpec<Filters, Sort> = {
  filters: {
    search: searchIn,
    priority: anyOf(TASK_PRIORITIES),
    status: anyOf(TASK_STATUSES),
    assignee: idsIn,
    overdue: oneOf(["true"]),
    due: (value) => (isDue(value) ? value : ""),
    team: idIn,
    ...LABEL_FILTERS,
    created_by: idIn,
    delegated: oneOf(["true"]),
  },
  // No task is overdue and due later.
  replaces: { due: "overdue", overdue: "due" },
  clean,
  sort: (value, filters) => {
    const known = oneOf(SORTS)(value);
    return known === usualSort(filters) ? "" : known;
  },
  hasPages: true,
};

const unset = () => "";

/** The board: it has no filter by status or creator, no other order, and no pages. */
export const BOARD_VIEW: ViewSpec<Filters, Sort> = {
  filters: { ...TASK_VIEW.filters, status: unset, created_by: unset, delegated: unset },
  ...(TASK_VIEW.replaces && { replaces: TASK_VIEW.replaces }),
  clean,
};

/** The first page of all tasks. */
export const ALL_TASKS: ListQuery = readView(TASK_VIEW, "");

/** The order of the list. */
export const sortOf = ({ filters, sort }: ListQuery): Sort => sort || usualSort(filters);

/** The query of the call (§7), without the filters that are not set. */
export function toTaskQuery(query: ListQuery): TaskQuery {
  const { overdue, delegated, ...texts } = query.filters;
  const sort = sortOf(query);
  // The readers of `TASK_VIEW` have checked the values.
  return {
    page: query.page,
    limit: PAGE_SIZE,
    ...(setFilters(texts) as Partial<TaskQuery>),
    ...(overdue && { overdue: true }),
    ...(delegated && { delegated: true }),
    ...(sort !== DEFAULT_SORT && { sort }),
  };
}

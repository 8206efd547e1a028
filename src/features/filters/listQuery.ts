import { isDue } from "#contract/due.ts";
import {
  ASSIGNEES_MAX,
  DEFAULT_SORT,
  PAGE_SIZE,
  SEARCH_MAX,
  SORTS,
  type Sort,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskQuery,
  valuesOf,
} from "#contract/task.ts";
import { storableText } from "#contract/text.ts";
import { idIn, pageIn } from "#lib/addressValues.ts";

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
  /** The id of the user who created the tasks. */
  created_by: string;
  /** "true": only tasks that are assigned to somebody other than their creator. */
  delegated: string;
}

export type FilterName = keyof Filters;

/** The filters of the task list, its order ("" for the usual one), and its page (from 1). */
export interface ListQuery {
  filters: Filters;
  sort: Sort | "";
  page: number;
}

export const NO_FILTERS: Filters = {
  search: "",
  priority: "",
  status: "",
  assignee: "",
  overdue: "",
  due: "",
  team: "",
  created_by: "",
  delegated: "",
};

/** In their order in the address. */
export const FILTER_NAMES = Object.keys(NO_FILTERS) as FilterName[];

export const FIRST_PAGE: ListQuery = { filters: NO_FILTERS, sort: "", page: 1 };

const oneOf = (values: readonly string[]) => (value: string) =>
  values.includes(value) ? value : "";
const anyOf = (words: readonly string[]) => (value: string) => {
  const chosen = valuesOf(value);
  return words.filter((word) => chosen.includes(word)).join();
};
const idsIn = (value: string) =>
  valuesOf(valuesOf(value).map(idIn).join()).slice(0, ASSIGNEES_MAX).join();
const firstOf = (text: string, max: number) => Array.from(text).slice(0, max).join("");

/** Cleans each filter's value. "" for an invalid one. */
const readers: Readonly<Record<FilterName, (value: string) => string>> = {
  search: (value) => firstOf(storableText(value), SEARCH_MAX).trim(),
  priority: anyOf(TASK_PRIORITIES),
  status: anyOf(TASK_STATUSES),
  assignee: idsIn,
  overdue: oneOf(["true"]),
  due: (value) => (isDue(value) ? value : ""),
  team: idIn,
  created_by: idIn,
  delegated: oneOf(["true"]),
};

/** A filter's value, trimmed; "" if it is invalid. */
export function cleanFilter(name: FilterName, value: string): string {
  return readers[name](value);
}

/** The order of the list where the user has chosen none: overdue tasks by their due dates. */
const usualSort = (filters: Filters): Sort => (filters.overdue === "true" ? "due" : DEFAULT_SORT);

/** The order of the list. */
export const sortOf = ({ filters, sort }: ListQuery): Sort => sort || usualSort(filters);

/** A chosen order; "" if it is invalid or the usual one. */
export function cleanSort(sort: string, filters: Filters): Sort | "" {
  const known = SORTS.find((one) => one === sort);
  return known === undefined || known === usualSort(filters) ? "" : known;
}

/** Reads the query part of an address (`?status=Done&page=2`). Invalid values count as not set. */
export function readAddress(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const filters = { ...NO_FILTERS };
  for (const name of FILTER_NAMES) filters[name] = cleanFilter(name, params.get(name) ?? "");
  const sort = cleanSort(params.get("sort") ?? "", filters);
  return { filters, sort, page: pageIn(params.get("page")) };
}

/** The query part of the address of a query: "" for the first page of all tasks. */
export function writeAddress({ filters, sort, page }: ListQuery): string {
  const params = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filters[name]) params.set(name, filters[name]);
  if (sort) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query && `?${query}`;
}

export function sameQuery(a: ListQuery, b: ListQuery): boolean {
  const isSame = a.page === b.page && a.sort === b.sort;
  return isSame && FILTER_NAMES.every((name) => a.filters[name] === b.filters[name]);
}

/** Whether any filter is set. */
export function hasFilters(filters: Filters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== "");
}

/** The query of the call (§7), without the filters that are not set. */
export function toTaskQuery(query: ListQuery): TaskQuery {
  const { overdue, delegated, ...texts } = query.filters;
  const sort = sortOf(query);
  const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
  // `cleanFilter` has checked the values.
  return {
    page: query.page,
    limit: PAGE_SIZE,
    ...(set as Partial<TaskQuery>),
    ...(overdue && { overdue: true }),
    ...(delegated && { delegated: true }),
    ...(sort !== DEFAULT_SORT && { sort }),
  };
}

import { isCalendarDay } from "#contract/calendar.ts";
import {
  PAGE_SIZE,
  SEARCH_MAX,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskQuery,
} from "#contract/task.ts";
import { storableText } from "#contract/text.ts";
import { idIn, pageIn } from "#lib/addressValues.ts";
import { dueRangeIn } from "./dueRange.ts";

/** The filters of the task list: "" if not set. */
export interface Filters {
  search: string;
  priority: string;
  status: string;
  /** A user's id. */
  assignee: string;
  /** "true": only open tasks that were due before today. */
  overdue: string;
  /** Only open tasks that are due on this day (`yyyy-MM-dd`), or in this `DueRange`. */
  due: string;
  /** A team's id. */
  team: string;
}

export type FilterName = keyof Filters;

/** The filters of the task list, and its page (from 1). */
export interface ListQuery {
  filters: Filters;
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
};

/** In their order in the address. */
export const FILTER_NAMES = Object.keys(NO_FILTERS) as FilterName[];

export const FIRST_PAGE: ListQuery = { filters: NO_FILTERS, page: 1 };

const oneOf = (values: readonly string[]) => (value: string) =>
  values.includes(value) ? value : "";
const firstOf = (text: string, max: number) => Array.from(text).slice(0, max).join("");

/** Cleans each filter's value. "" for an invalid one. */
const readers: Readonly<Record<FilterName, (value: string) => string>> = {
  search: (value) => firstOf(storableText(value), SEARCH_MAX).trim(),
  priority: oneOf(TASK_PRIORITIES),
  status: oneOf(TASK_STATUSES),
  assignee: idIn,
  overdue: oneOf(["true"]),
  due: (value) => dueRangeIn(value) ?? (isCalendarDay(value) ? value : ""),
  team: idIn,
};

/** A filter's value, trimmed; "" if it is invalid. */
export function cleanFilter(name: FilterName, value: string): string {
  return readers[name](value);
}

/** Reads the query part of an address (`?status=Done&page=2`). Invalid values count as not set. */
export function readAddress(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const filters = { ...NO_FILTERS };
  for (const name of FILTER_NAMES) filters[name] = cleanFilter(name, params.get(name) ?? "");
  return { filters, page: pageIn(params.get("page")) };
}

/** The query part of the address of a query: "" for the first page of all tasks. */
export function writeAddress({ filters, page }: ListQuery): string {
  const params = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filters[name]) params.set(name, filters[name]);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query && `?${query}`;
}

export function sameQuery(a: ListQuery, b: ListQuery): boolean {
  return a.page === b.page && FILTER_NAMES.every((name) => a.filters[name] === b.filters[name]);
}

/** Whether any filter is set. */
export function isFiltered(filters: Filters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== "");
}

/** The query of the call (§7), without the filters that are not set. */
export function toTaskQuery({ filters, page }: ListQuery): TaskQuery {
  const { overdue, ...texts } = filters;
  const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
  // `cleanFilter` has checked the values.
  return {
    page,
    limit: PAGE_SIZE,
    ...(set as Partial<TaskQuery>),
    ...(overdue && { overdue: true }),
  };
}

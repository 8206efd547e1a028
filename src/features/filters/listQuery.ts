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

/** What the task list is filtered by; "" for a filter that is not set. */
export interface Filters {
  search: string;
  priority: string;
  status: string;
  /** A user's id. */
  assignee: string;
  /** "true": only tasks that are not done and due before today. */
  overdue: string;
  /** Only tasks that are not done and due on this day (`yyyy-MM-dd`). */
  due: string;
  /** A team's id. */
  team: string;
}

export type FilterName = keyof Filters;

/** What the task list shows: some tasks, and a page of them (from 1). */
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

/** In the order in which the address names them. */
export const FILTER_NAMES = Object.keys(NO_FILTERS) as FilterName[];

export const FIRST_PAGE: ListQuery = { filters: NO_FILTERS, page: 1 };

const oneOf = (values: readonly string[]) => (value: string) =>
  values.includes(value) ? value : "";
const firstOf = (text: string, max: number) => Array.from(text).slice(0, max).join("");

/** What may stand behind each name in an address. Anything else counts as not set. */
const readers: Readonly<Record<FilterName, (value: string) => string>> = {
  search: (value) => firstOf(storableText(value), SEARCH_MAX).trim(),
  priority: oneOf(TASK_PRIORITIES),
  status: oneOf(TASK_STATUSES),
  assignee: idIn,
  overdue: oneOf(["true"]),
  due: (value) => (isCalendarDay(value) ? value : ""),
  team: idIn,
};

/** A filter's value as it is kept: trimmed, and "" if it makes no sense. */
export function cleanFilter(name: FilterName, value: string): string {
  return readers[name](value);
}

/** Reads the query part of an address (`?status=Done&page=2`). Never fails: addresses are typed, too. */
export function readAddress(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const filters = { ...NO_FILTERS };
  for (const name of FILTER_NAMES) filters[name] = cleanFilter(name, params.get(name) ?? "");
  return { filters, page: pageIn(params.get("page")) };
}

/** The query part of the address that shows this: "" for all tasks, from the start. */
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

/** The call's query (§7): filters that are not set are left out. */
export function toTaskQuery({ filters, page }: ListQuery): TaskQuery {
  const { overdue, ...texts } = filters;
  const set = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
  // Their values passed `cleanFilter`, so they are what the call takes.
  return {
    page,
    limit: PAGE_SIZE,
    ...(set as Partial<TaskQuery>),
    ...(overdue && { overdue: true }),
  };
}

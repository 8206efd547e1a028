import type { Sort, SortKey } from "#contract/task.ts";

/** A column of the table. A column without `sort` can't be sorted by. */
export interface TableColumn {
  name: string;
  label: string;
  /** The order of the first click. The second click reverses it, the third one resets it. */
  sort?: Sort;
}

export const COLUMNS: readonly TableColumn[] = [
  { name: "title", label: "Title", sort: "title" },
  { name: "status", label: "Status" },
  { name: "priority", label: "Priority", sort: "-priority" },
  { name: "assignee", label: "Assignee", sort: "assignee" },
  { name: "due", label: "Due", sort: "due" },
  { name: "team", label: "Team" },
  { name: "changed", label: "Changed", sort: "-changed" },
];

/** All columns but the title. */
export const HIDEABLE_COLUMNS = COLUMNS.slice(1);

/** The field by which an order sorts. */
export const sortKeyOf = (sort: Sort): SortKey => sort.replace("-", "") as SortKey;

const reversed = (sort: Sort): Sort =>
  sort.startsWith("-") ? sortKeyOf(sort) : `-${sortKeyOf(sort)}`;

/** The order after a click on a column; "" for the usual one. */
export function nextSort(first: Sort, current: Sort): Sort | "" {
  if (current === first) return reversed(first);
  return current === reversed(first) ? "" : first;
}

/** The value of `aria-sort` of a column. */
export function ariaSort(first: Sort, current: Sort): "ascending" | "descending" | undefined {
  if (sortKeyOf(first) !== sortKeyOf(current)) return undefined;
  return current.startsWith("-") ? "descending" : "ascending";
}

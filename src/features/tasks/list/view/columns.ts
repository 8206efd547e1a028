import type { Sort } from "#contract/task.ts";

/** A column of the table. A column without `sort` can't be sorted by. */
interface TableColumn {
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

import type { Sort } from "#contract/task.ts";
import type { TableColumn } from "#ui/lists/TableHead.tsx";

export const COLUMNS: readonly TableColumn<Sort>[] = [
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

import type { Sort } from "#contract/task.ts";
import { labelGroups } from "#features/labels/labelGroups.ts";
import type { ShownLabel } from "#features/labels/labelsApi.ts";
import type { TableColumn } from "#ui/lists/TableHead.tsx";

export const COLUMNS: readonly TableColumn<Sort>[] = [
  { name: "title", label: "Title", sort: "title" },
  { name: "status", label: "Status" },
  { name: "priority", label: "Priority", sort: "-priority" },
  { name: "assignee", label: "Assignee", sort: "assignee" },
  { name: "due", label: "Due", sort: "due" },
  { name: "team", label: "Team" },
  { name: "labels", label: "Labels", sort: "label" },
  { name: "changed", label: "Changed", sort: "-changed" },
];

/** The columns of a server without labels, and with them those of some groups of labels. */
export const columnsFor = (
  labels: readonly ShownLabel[],
  groups: readonly string[],
): readonly TableColumn<Sort>[] => [
  ...COLUMNS.filter(({ name }) => name !== "labels" || labels.length > 0),
  ...labelGroups(labels).flatMap(({ key, name }) =>
    groups.includes(key) ? { name: `group ${key}`, label: name, looks: "choice" } : [],
  ),
];

/** All columns but the title. */
export const HIDEABLE_COLUMNS = COLUMNS.slice(1);

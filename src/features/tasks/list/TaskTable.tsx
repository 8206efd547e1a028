import { type ReactNode, useMemo } from "react";
import { useSelector } from "react-redux";
import type { ListedTask } from "#contract/task.ts";
import type { Selection } from "#features/bulk/useSelection.ts";
import { selectListQuery } from "#features/filters/filtersSlice.ts";
import { sortOf } from "#features/filters/listQuery.ts";
import { cx } from "#lib/cx.ts";
import table from "#ui/table.module.css";
import { COLUMNS, sortKeyOf } from "./columns.ts";
import { groupTasks } from "./groupTasks.ts";
import type { ListView } from "./listView.ts";
import { SortHead } from "./SortHead.tsx";
import { TaskRow } from "./TaskRow.tsx";
import classes from "./TaskTable.module.css";

/** The tasks of a page as a dense table. On a phone each row takes two lines. */
export default function TaskTable({
  tasks,
  names,
  view: { group, hidden, dense },
  today,
  waiting,
  selection,
}: {
  tasks: readonly ListedTask[];
  /** The users' names by their ids. */
  names: ReadonlyMap<string, string>;
  view: ListView;
  today: string;
  waiting: boolean;
  selection: Selection | null;
}) {
  const sort = sortOf(useSelector(selectListQuery));
  // Grouping needs rows that are sorted by the same field. With another order there are no groups.
  const by = group === sortKeyOf(sort) ? group : "";
  const groups = useMemo(
    () => (by ? groupTasks(tasks, by, (id) => names.get(id), today) : null),
    [tasks, by, names, today],
  );
  const row = (task: ListedTask) => (
    <TaskRow
      key={task.id}
      task={task}
      assignee={names.get(task.assignee_id ?? "")}
      today={today}
      selected={selection?.ids.has(task.id) ?? false}
      onSelect={selection?.set}
    />
  );
  return (
    <table
      className={cx(table.table, classes.table, dense && classes.dense)}
      aria-label="Tasks"
      aria-busy={waiting}
      data-hidden={hidden.join(" ")}
    >
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={classes.tick}>
              <span className="visually-hidden">Select</span>
            </th>
          )}
          {COLUMNS.map((column) => (
            <SortHead key={column.name} column={column} />
          ))}
        </tr>
      </thead>
      {groups ? (
        groups.map(({ key, label, tasks: rows }) => (
          <Group key={key} label={label} columns={COLUMNS.length + (selection ? 1 : 0)}>
            {rows.map(row)}
          </Group>
        ))
      ) : (
        <tbody>{tasks.map(row)}</tbody>
      )}
    </table>
  );
}

function Group({
  label,
  columns,
  children,
}: {
  label: string;
  columns: number;
  children: ReactNode;
}) {
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={columns}>
          {label}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

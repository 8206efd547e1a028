import { type ReactNode, useMemo, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { ListedTask } from "#contract/shapes/task.ts";
import { filtersEvent, selectListQuery } from "#features/filters/filtersSlice.ts";
import { sortOf } from "#features/filters/listQuery.ts";
import type { Selection } from "#features/selection/useSelection.ts";
import { DueDrag, useFrozen } from "#features/tasks/list/due/DueDrag.tsx";
import { COLUMNS } from "#features/tasks/list/view/columns.ts";
import {
  dueGroupsToShow,
  groupTasks,
  type TaskGroup,
} from "#features/tasks/list/view/groupTasks.ts";
import type { Grouping, ListView } from "#features/tasks/list/view/listView.ts";
import { cx } from "#lib/cx.ts";
import type { DueGroup } from "#lib/dates/dueGroups.ts";
import { sortKeyOf } from "#lib/text/sortOrder.ts";
import { TableHead } from "#ui/lists/TableHead.tsx";
import table from "#ui/lists/table.module.css";
import { TaskRow } from "./TaskRow.tsx";
import classes from "./TaskTable.module.css";

/** The tasks of a page as a dense table. On a phone each row takes two lines. */
export function TaskTable({
  tasks: current,
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
  const dispatch = useDispatch();
  const sort = sortOf(useSelector(selectListQuery));
  // Grouping needs rows that are sorted by the same field. With another order there are no groups.
  const by = group === sortKeyOf(sort) ? group : "";
  const [isDragging, setDragging] = useState(false);
  const tasks = useFrozen(current, isDragging);
  const canDrag = by === "due" && selection !== null;
  const groups = useGroups(tasks, by, names, today, canDrag, sort.startsWith("-"));
  const element = useRef<HTMLTableElement>(null);
  const row = (task: ListedTask) => (
    <TaskRow
      key={task.id}
      task={task}
      assignee={names.get(task.assignee_id ?? "")}
      today={today}
      selected={selection?.ids.has(task.id) ?? false}
      onSelect={selection?.set}
      isDraggable={canDrag}
    />
  );
  return (
    <>
      <table
        ref={element}
        className={cx(table.table, classes.table, dense && classes.dense)}
        data-still={isDragging || undefined}
        aria-label="Tasks"
        aria-busy={waiting}
        data-hidden={hidden.join(" ")}
      >
        <TableHead
          columns={COLUMNS}
          classes={classes}
          hasTicks={selection !== null}
          sort={sort}
          onSort={(next) => dispatch(filtersEvent({ type: "sortChosen", sort: next }))}
        />
        {groups?.map(({ key, label, tasks: rows }) => (
          <Group
            key={key}
            id={canDrag ? key : undefined}
            label={label}
            columns={COLUMNS.length + (selection ? 1 : 0)}
          >
            {rows.map(row)}
          </Group>
        )) ?? <tbody>{tasks.map(row)}</tbody>}
      </table>
      {canDrag && groups && (
        <DueDrag
          list={element}
          groups={groups.map(({ key }) => key as DueGroup)}
          tasks={tasks}
          selected={selection.ids}
          today={today}
          isDragging={isDragging}
          onDragging={setDragging}
        />
      )}
    </>
  );
}

/** The rows in groups; null without. */
function useGroups(
  tasks: readonly ListedTask[],
  by: Grouping,
  names: ReadonlyMap<string, string>,
  today: string,
  canDrag: boolean,
  isDescending: boolean,
): readonly TaskGroup[] | null {
  return useMemo(() => {
    if (!by) return null;
    const groups = groupTasks(tasks, by, (id) => names.get(id), today);
    return canDrag ? dueGroupsToShow(groups, today, isDescending) : groups;
  }, [tasks, by, names, today, canDrag, isDescending]);
}

function Group({
  id,
  label,
  columns,
  children,
}: {
  /** The group to which rows can be dragged. */
  id: string | undefined;
  label: string;
  columns: number;
  children: ReactNode;
}) {
  return (
    <tbody data-rfd-droppable-id={id} className={classes.groupBody}>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={columns}>
          {label}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

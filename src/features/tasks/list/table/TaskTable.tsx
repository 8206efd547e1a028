import { ChevronRight } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { ListedTask } from "#contract/shapes/task.ts";
import { filtersEvent, selectListQuery } from "#features/filters/filtersSlice.ts";
import { sortOf } from "#features/filters/listQuery.ts";
import type { ShownLabel } from "#features/labels/labelsApi.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import type { Selection } from "#features/selection/useSelection.ts";
import { DueDrag, useFrozen } from "#features/tasks/list/due/DueDrag.tsx";
import { columnsFor } from "#features/tasks/list/view/columns.ts";
import {
  dueGroupsToShow,
  groupTasks,
  type TaskGroup,
} from "#features/tasks/list/view/groupTasks.ts";
import { type Grouping, type ListView, shownGrouping } from "#features/tasks/list/view/listView.ts";
import { cx } from "#lib/cx.ts";
import type { DueGroup } from "#lib/dates/dueGroups.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { TableHead } from "#ui/lists/TableHead.tsx";
import table from "#ui/lists/table.module.css";
import { TaskRow } from "./TaskRow.tsx";
import classes from "./TaskTable.module.css";

const NO_LABELS: readonly ShownLabel[] = [];

interface TaskTableProps {
  tasks: readonly ListedTask[];
  /** The users' names by their ids. */
  names: ReadonlyMap<string, string>;
  view: ListView;
  onClose: (closed: readonly string[]) => void;
  /** Whether all tasks that match are on this page. */
  isWhole: boolean;
  today: string;
  waiting: boolean;
  selection: Selection | null;
}

/** The tasks of a page as a dense table. On a phone each row takes two lines. */
export function TaskTable({
  tasks: current,
  names,
  view,
  onClose,
  isWhole,
  today,
  waiting,
  selection,
}: TaskTableProps) {
  const dispatch = useDispatch();
  const sort = sortOf(useSelector(selectListQuery));
  const { hidden, dense, closed } = view;
  const labels = useLabels() ?? NO_LABELS;
  const columns = useMemo(() => columnsFor(labels, view.groups), [labels, view.groups]);
  const by = shownGrouping(view, sort);
  const [isDragging, setDragging] = useState(false);
  const tasks = useFrozen(current, isDragging);
  const canDrag = by === "due" && selection !== null;
  const groups = useGroups(tasks, by, { names, labels }, today, canDrag, sort.startsWith("-"));
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
      columns={columns}
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
          columns={columns}
          classes={classes}
          hasTicks={selection !== null}
          sort={sort}
          onSort={(next) => dispatch(filtersEvent({ type: "sortChosen", sort: next }))}
        />
        {groups ? (
          <Groups
            {...{ groups, closed, onClose, isWhole, row }}
            isTarget={canDrag}
            columns={selection ? 2 : 1}
          />
        ) : (
          <tbody>{tasks.map(row)}</tbody>
        )}
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
  { names, labels }: { names: ReadonlyMap<string, string>; labels: readonly ShownLabel[] },
  today: string,
  canDrag: boolean,
  isDescending: boolean,
): readonly TaskGroup[] | null {
  return useMemo(() => {
    if (!by) return null;
    const groups = groupTasks(
      tasks,
      by,
      { nameOf: (id) => names.get(id), labels: isDescending ? labels.toReversed() : labels },
      today,
    );
    return canDrag ? dueGroupsToShow(groups, today, isDescending) : groups;
  }, [tasks, by, names, labels, today, canDrag, isDescending]);
}

/** Rows in groups. */
function Groups({
  groups,
  closed,
  onClose,
  isTarget,
  row,
  ...group
}: {
  groups: readonly TaskGroup[];
  closed: readonly string[];
  onClose: (closed: readonly string[]) => void;
  isWhole: boolean;
  /** Whether rows can be dragged to the groups. */
  isTarget: boolean;
  columns: number;
  row: (task: ListedTask) => ReactNode;
}) {
  return groups.map(({ key, label, tasks }) => (
    <Group
      key={key}
      {...group}
      id={isTarget ? key : undefined}
      label={label}
      count={tasks.length}
      isOpen={!closed.includes(key)}
      onToggle={() => onClose(closed.includes(key) ? without(closed, key) : [...closed, key])}
    >
      {tasks.map(row)}
    </Group>
  ));
}

const without = (keys: readonly string[], key: string) => keys.filter((other) => other !== key);

/** Rows under a heading, with their number. The heading closes and opens a group that has rows. */
function Group({
  id,
  label,
  count,
  isWhole,
  columns,
  isOpen,
  onToggle,
  children,
}: {
  /** The group to which rows can be dragged. */
  id: string | undefined;
  label: string;
  count: number;
  isWhole: boolean;
  columns: number;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const heading = (
    <>
      <span>{`${label} `}</span>
      <span className={classes.number}>
        {formatCount(count)}
        {!isWhole && count > 0 && " on this page"}
      </span>
    </>
  );
  return (
    <tbody data-rfd-droppable-id={id} className={classes.groupBody}>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={columns}>
          {count === 0 ? (
            heading
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              className={classes.toggle}
              onClick={onToggle}
            >
              <ChevronRight aria-hidden="true" />
              {heading}
            </button>
          )}
        </th>
      </tr>
      {isOpen && children}
    </tbody>
  );
}

import { memo } from "react";
import { isOverdueOn } from "#contract/due.ts";
import type { ListedTask } from "#contract/shapes/task.ts";
import type { Sort } from "#contract/task.ts";
import { LabelChips } from "#features/labels/LabelChips.tsx";
import { LabelInGroup } from "#features/labels/LabelInGroup.tsx";
import { emptyFields } from "#features/pickers/emptyFields.ts";
import { FactButton } from "#features/pickers/FactButton.tsx";
import { TaskMenu } from "#features/pickers/TaskMenu.tsx";
import { TeamLink } from "#features/teams/TeamLink.tsx";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { formatDay, localDay } from "#lib/dates/day.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { DueDay } from "#ui/badges/DueDay.tsx";
import { PriorityBadge } from "#ui/badges/PriorityBadge.tsx";
import { StatusBadge } from "#ui/badges/StatusBadge.tsx";
import { Link } from "#ui/button/Link.tsx";
import type { TableColumn } from "#ui/lists/TableHead.tsx";
import card from "#ui/page/Card.module.css";
import { FoundIn } from "./FoundIn.tsx";
import { SelectTask } from "./SelectTask.tsx";
import type { ListedTaskProps } from "./TaskCard.tsx";
import classes from "./TaskTable.module.css";

/** A task in the table. Its link covers the row, below the values that pickers change. */
export const TaskRow = memo(function TaskRow({
  task,
  assignee,
  today,
  selected,
  onSelect,
  isDraggable,
  columns,
}: ListedTaskProps & { isDraggable: boolean; columns: readonly TableColumn<Sort>[] }) {
  const isEditable = onSelect !== undefined;
  return (
    <tr
      className={cx(classes.row, selected && classes.selected)}
      data-card={task.id}
      data-selected={selected || undefined}
    >
      {onSelect && (
        <td className={classes.tick}>
          <SelectTask task={task} selected={selected} onSelect={onSelect} />
        </td>
      )}
      <th scope="row" className={classes.title}>
        {onSelect && <TaskMenu task={task} isSelected={selected} className={classes.menu} />}
        <Link
          to={paths.task(task.id)}
          className={cx(card.cover, classes.link)}
          dir="auto"
          title={task.title}
          // Otherwise the browser would drag the link instead of the row.
          draggable={isDraggable ? false : undefined}
        >
          {task.title}
        </Link>
        <FoundIn task={task} />
      </th>
      <td className={classes.status}>
        <FactButton field="status" taskId={task.id} isEditable={isEditable}>
          <StatusBadge status={task.status} />
        </FactButton>
      </td>
      <td className={classes.priority}>
        <FactButton field="priority" taskId={task.id} isEditable={isEditable}>
          <PriorityBadge priority={task.priority} />
        </FactButton>
      </td>
      <td className={classes.assignee} data-empty={emptyFields(task, "assignee_id")}>
        {assignee && (
          <FactButton field="assignee_id" taskId={task.id} isEditable={isEditable}>
            <Person name={assignee} />
          </FactButton>
        )}
      </td>
      <td className={classes.due} data-empty={emptyFields(task, "due_date")}>
        {task.due_date && (
          <FactButton field="due_date" taskId={task.id} isEditable={isEditable}>
            <DueDay day={task.due_date} overdue={isOverdueOn(task, today)} compact />
          </FactButton>
        )}
      </td>
      <td className={classes.team} data-empty={emptyFields(task, "team_id")}>
        <TeamLink id={task.team_id} short />
      </td>
      {columns.some(({ name }) => name === "labels") && (
        <LabelsCell task={task} isEditable={isEditable} />
      )}
      <td className={classes.changed}>{task.updated_at && <Changed at={task.updated_at} />}</td>
      {columns.map(
        ({ name, looks, label }) =>
          looks && <GroupCell key={name} task={task} group={label} isEditable={isEditable} />,
      )}
    </tr>
  );
});

interface CellProps {
  task: ListedTask;
  isEditable: boolean;
}

const LabelsCell = ({ task: { id, labels }, isEditable }: CellProps) => (
  <td className={classes.labels}>
    {labels && labels.length > 0 && (
      <FactButton field="labels" taskId={id} isEditable={isEditable}>
        <LabelChips ids={labels} most={2} />
      </FactButton>
    )}
  </td>
);

/** The label of a group, which a picker changes. */
const GroupCell = ({ task: { id, labels }, group, isEditable }: CellProps & { group: string }) => (
  <td className={classes.choice}>
    <FactButton field="labels" taskId={id} isEditable={isEditable}>
      <LabelInGroup ids={labels} group={group} />
    </FactButton>
  </td>
);

function Person({ name }: { name: string }) {
  return (
    <span className={classes.person}>
      <Avatar name={name} size="sm" decorative />
      <span dir="auto" className={classes.name} title={name}>
        {name}
      </span>
    </span>
  );
}

function Changed({ at }: { at: string }) {
  return <time dateTime={at}>{formatDay(localDay(new Date(at)))}</time>;
}

import { type RefObject, useMemo, useState } from "react";
import {
  DragDropContext,
  type DraggableChildrenFn,
  type DraggableProvided,
  type DragStart,
  type DropResult,
  type ResponderProvided,
} from "react-beautiful-dnd";
import { useDispatch } from "react-redux";
import type { ListedTask } from "#contract/shapes/task.ts";
import { requestEdit } from "#features/changes/actions/requestEdit.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { type DragSurface, DropTarget } from "#features/dragging/DropTarget.tsx";
import { styleNonce } from "#features/dragging/library.ts";
import { pointerSensors } from "#features/dragging/sensors.ts";
import type { Liftable } from "#features/dragging/slots.ts";
import { ChangeQuestion, mustAsk, scopeOf } from "#features/pickers/ChangeQuestion.tsx";
import { formatDay } from "#lib/dates/day.ts";
import { DUE_GROUP_LABELS, type DueGroup, dayFor } from "#lib/dates/dueGroups.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { ROW_HANDLES } from "./dueDrag.ts";
import classes from "./LiftedRow.module.css";

/** The other group in which a row was dropped, and the day that it sets; null for none. */
function dropOf({ source, destination, reason }: DropResult, today: string) {
  const group = destination?.droppableId as DueGroup | undefined;
  if (reason === "CANCEL" || !group || group === source.droppableId) return null;
  const day = dayFor(group, today);
  return day === undefined ? null : { label: DUE_GROUP_LABELS[group], day };
}

const surfaceOf = (element: DragSurface["element"]): DragSurface => ({
  element,
  handles: ROW_HANDLES,
  hasSlots: false,
});

/** A date that asks before it is set. */
interface Asked {
  tasks: readonly ListedTask[];
  day: string | null;
}

/**
 * Lets users drag rows between the groups by due date. Like the board's area, it renders only what the
 * drag-and-drop library needs to know about rows that are already shown.
 */
export function DueDragArea({
  list,
  cards,
  groups,
  tasks,
  selected,
  today,
  onDragging,
}: {
  list: RefObject<HTMLElement | null>;
  /** The rows that the library may lift. */
  cards: readonly Liftable[];
  groups: readonly DueGroup[];
  tasks: readonly ListedTask[];
  selected: ReadonlySet<string>;
  today: string;
  onDragging: (isDragging: boolean) => void;
}) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const [asked, setAsked] = useState<Asked | null>(null);
  const surface = useMemo(() => surfaceOf(list), [list]);

  /** The dragged task; all selected ones of the page if it is one of them. */
  const draggedWith = (id: string) =>
    tasks.filter((task) => task.id === id || (selected.has(id) && selected.has(task.id)));

  function handleDragStart({ draggableId }: DragStart, { announce }: ResponderProvided) {
    onDragging(true);
    announce(`Lifted ${tasks.find(({ id }) => id === draggableId)?.title ?? "the task"}.`);
  }

  function handleDragEnd(result: DropResult, { announce }: ResponderProvided) {
    onDragging(false);
    const drop = dropOf(result, today);
    announce(drop ? `Dropped in ${drop.label}.` : "The due date stays.");
    if (!drop) return;
    const dropped = draggedWith(result.draggableId);
    if (mustAsk("due_date", scopeOf(dropped))) setAsked({ tasks: dropped, day: drop.day });
    else dispatch(requestEdit(dropped, { due_date: drop.day }));
  }

  const renderClone: DraggableChildrenFn = (provided, { draggingOver }, { draggableId }) => {
    const over = draggingOver as DueGroup | null;
    return (
      <LiftedRow
        provided={provided}
        title={tasks.find(({ id }) => id === draggableId)?.title ?? ""}
        count={draggedWith(draggableId).length}
        day={over ? dayFor(over, today) : undefined}
      />
    );
  };

  return (
    <>
      <DragDropContext
        onDragStart={handleDragStart}
        onDragEnd={handleDragEnd}
        {...styleNonce()}
        dragHandleUsageInstructions=""
        enableDefaultSensors={false}
        sensors={pointerSensors}
      >
        {groups.map((group) => (
          <DropTarget
            key={group}
            surface={surface}
            id={group}
            cards={cards.filter(({ status }) => status === group)}
            isDisabled={dayFor(group, today) === undefined}
            renderClone={renderClone}
          />
        ))}
      </DragDropContext>
      {asked && <DateQuestion {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Asks before a drop sets the date of many tasks, or of tasks of which some are done. */
function DateQuestion({ tasks, day, onClose }: Asked & { onClose: () => void }) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  return (
    <ChangeQuestion
      field="due_date"
      word={day && formatDay(day)}
      scope={scopeOf(tasks)}
      onConfirm={(withDone) => {
        onClose();
        const changed = tasks.filter(({ status }) => withDone || status !== "Done");
        dispatch(requestEdit(changed, { due_date: day }));
      }}
      onCancel={onClose}
    />
  );
}

/** A row while it is dragged, with the date that a drop sets. */
function LiftedRow({
  provided: { draggableProps, dragHandleProps, innerRef },
  title,
  count,
  day,
}: {
  provided: DraggableProvided;
  title: string;
  /** The number of tasks that are dragged. */
  count: number;
  /** Null for no date; undefined where nothing can be dropped. */
  day: string | null | undefined;
}) {
  return (
    <div {...draggableProps} {...dragHandleProps} ref={innerRef} data-lifted="">
      <div className={classes.row}>
        {count > 1 && <span className={classes.count}>{count}</span>}
        <span dir="auto" className={classes.title}>
          {title}
        </span>
        {day !== undefined && (
          <span className={classes.day}>{day === null ? "No date" : formatDay(day)}</span>
        )}
      </div>
    </div>
  );
}

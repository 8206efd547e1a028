import type { DraggableProvided } from "react-beautiful-dnd";
import { formatDay } from "#lib/dates/day.ts";
import classes from "./LiftedRow.module.css";

/** A row while it is dragged, with the date that a drop sets. */
export function LiftedRow({
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

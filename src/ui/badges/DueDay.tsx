import { CalendarClock, CalendarDays } from "lucide-react";
import { cx } from "#lib/cx.ts";
import { formatDay } from "#lib/dates/day.ts";
import classes from "./DueDay.module.css";

/**
 * A task's due date (`yyyy-MM-dd`). An overdue one has a colour and the word "Overdue". `prefix` is
 * shown before the day. Without a prefix, a calendar is, and screen readers hear "Due". A `compact` one shows the word
 * "Overdue" to screen readers only: its icon and colour differ.
 */
export function DueDay({
  day,
  overdue,
  prefix,
  compact = false,
}: {
  day: string;
  overdue: boolean;
  prefix?: string | undefined;
  compact?: boolean | undefined;
}) {
  return (
    <span className={cx(classes.due, overdue && classes.overdue)}>
      <span className={classes.day}>
        {overdue ? (
          <CalendarClock aria-hidden="true" />
        ) : (
          prefix === undefined && <CalendarDays aria-hidden="true" />
        )}
        {prefix === undefined && <span className="visually-hidden">Due </span>}
        <time dateTime={day}>{`${prefix ?? ""}${formatDay(day)}`}</time>
      </span>
      {overdue && <span className={compact ? "visually-hidden" : classes.flag}> Overdue</span>}
    </span>
  );
}

import { CalendarClock, CalendarDays } from "lucide-react";
import { cx } from "#lib/cx.ts";
import { formatDay } from "#lib/day.ts";
import classes from "./DueDay.module.css";

/**
 * The calendar day (`yyyy-MM-dd`) on which a task is due; that it is overdue is said in words and
 * shown in colour. `prefix` is written before the day; without one, only screen readers hear it.
 */
export function DueDay({
  day,
  overdue,
  prefix,
}: {
  day: string;
  overdue: boolean;
  prefix?: string | undefined;
}) {
  return (
    <span className={cx(classes.due, overdue && classes.overdue)}>
      <span className={classes.day}>
        {overdue ? <CalendarClock aria-hidden="true" /> : <CalendarDays aria-hidden="true" />}
        {prefix === undefined && <span className="visually-hidden">Due </span>}
        <time dateTime={day}>{`${prefix ?? ""}${formatDay(day)}`}</time>
      </span>
      {overdue && <span className={classes.flag}> Overdue</span>}
    </span>
  );
}

import { type ReactNode, useId } from "react";
import { formatRelative, formatRelativeDay, formatWeekday } from "#lib/dates/dates.ts";
import { formatDay, formatInstantFull, formatTime, localDay, today } from "#lib/dates/day.ts";
import { useRerenderEveryMinute } from "#lib/hooks.ts";
import classes from "./log.module.css";

interface Entry {
  id: string;
  /** An ISO 8601 instant. */
  at: string;
}

/** Groups entries by calendar day in the user's time zone. */
function byDay<T extends Entry>(entries: readonly T[]): [day: string, entries: T[]][] {
  const days = new Map<string, T[]>();
  for (const entry of entries) {
    const day = localDay(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

/** "Today", "Yesterday", or the weekday and the date. */
function dayLabel(day: string): string {
  const relative = formatRelativeDay(day);
  if (relative !== "today" && relative !== "yesterday")
    return `${formatWeekday(day)}, ${formatDay(day)}`;
  return relative.charAt(0).toUpperCase() + relative.slice(1);
}

/** The entries of a log, grouped by day. `children` renders the list item of an entry. */
export function LogDays<T extends Entry>({
  entries,
  children,
}: {
  entries: readonly T[];
  children: (entry: T) => ReactNode;
}) {
  useRerenderEveryMinute();
  return (
    <div className={classes.log}>
      {byDay(entries).map(([day, ofDay]) => (
        <Day key={day} day={day}>
          {ofDay.map(children)}
        </Day>
      ))}
    </div>
  );
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.day}>
      <h2 id={id} className={classes.date}>
        {dayLabel(day)}
      </h2>
      <ol className={classes.entries}>{children}</ol>
    </section>
  );
}

/** The time of an entry: how long ago it was today, the time of day of an earlier one. */
export function LogTime({ at }: { at: string }) {
  const format = localDay(new Date(at)) === today() ? formatRelative : formatTime;
  return (
    <time dateTime={at} title={formatInstantFull(at)} className={classes.time}>
      {format(at)}
    </time>
  );
}

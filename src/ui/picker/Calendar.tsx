import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { addDays } from "#contract/calendar.ts";
import { cx } from "#lib/cx.ts";
import { addMonths, MONTHS, WEEKDAYS, weekdayOf } from "#lib/dates/typedDay.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import classes from "./Calendar.module.css";

const WEEK_DAYS = 7;
/** Six weeks show any month, so that the calendar keeps its height. */
const SHOWN_DAYS = 42;

/** The day to which a key leads; undefined for other keys. */
function dayAt({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  const weekday = weekdayOf(day);
  const days: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -WEEK_DAYS,
    ArrowDown: WEEK_DAYS,
    Home: -weekday,
    End: WEEK_DAYS - 1 - weekday,
  };
  if (key === "PageUp") return addMonths(day, shiftKey ? -12 : -1);
  if (key === "PageDown") return addMonths(day, shiftKey ? 12 : 1);
  const by = days[key];
  return by === undefined ? undefined : addDays(day, by);
}

/** The weeks that show the month of a day. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const monday = addDays(first, -weekdayOf(first));
  return Array.from({ length: SHOWN_DAYS / WEEK_DAYS }, (_week, week) =>
    Array.from({ length: WEEK_DAYS }, (_day, at) => addDays(monday, week * WEEK_DAYS + at)),
  );
}

const dateOf = (day: string) => Number(day.slice(8));
const monthName = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1];
/** Has the number as the calendar shows it, which users of voice control say. */
const nameOf = (day: string) =>
  `${WEEKDAYS[weekdayOf(day)]}, ${monthName(day)} ${dateOf(day)}, ${day.slice(0, 4)}`;
const monthOf = (day: string) => day.slice(0, 7);

interface CalendarProps {
  /** The day at which the keys are. Its month shows. */
  at: string;
  /** The chosen day; "" without one. */
  chosen: string;
  today: string;
  /** The first day that can be chosen. */
  min?: string | undefined;
  onMove: (day: string) => void;
  onPick: (day: string) => void;
}

/**
 * A month, of which the user picks a day. Arrow keys lead to another day, Home and End to the ends of the
 * week, the page keys to another month, and with Shift to another year.
 */
export function Calendar({ at, today, min = "", onMove, onPick, ...rest }: CalendarProps) {
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const isByKey = useRef(false);
  const move = (day: string) => onMove(day < min ? min : day);

  useEffect(() => {
    if (!isByKey.current) return;
    isByKey.current = false;
    table.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [at]);

  function handleKeyDown(event: KeyboardEvent) {
    const to = dayAt(event, at);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    isByKey.current = true;
    move(to);
  }

  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <IconButton
          size="sm"
          label="Previous month"
          icon={<ChevronLeft />}
          aria-disabled={monthOf(at) <= monthOf(min)}
          onClick={() => move(addMonths(at, -1))}
        />
        <span id={id} aria-live="polite" className={classes.month}>
          {`${monthName(at)} ${at.slice(0, 4)}`}
        </span>
        <IconButton
          size="sm"
          label="Next month"
          icon={<ChevronRight />}
          onClick={() => move(addMonths(at, 1))}
        />
      </div>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a date grid
        role="grid"
        aria-labelledby={id}
        className={classes.grid}
        onKeyDown={handleKeyDown}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day key={day} {...{ day, at, today, min, onPick, ...rest }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({
  day,
  at,
  chosen,
  today,
  min = "",
  onPick,
}: Omit<CalendarProps, "onMove"> & { day: string }) {
  return (
    <td
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- not all tools infer it from the grid's role
      role="gridcell"
      aria-selected={day === chosen}
    >
      <button
        type="button"
        tabIndex={day === at ? 0 : -1}
        aria-label={nameOf(day)}
        aria-current={day === today ? "date" : undefined}
        disabled={day < min}
        className={cx(
          classes.day,
          monthOf(day) !== monthOf(at) && classes.other,
          day === chosen && classes.chosen,
        )}
        onClick={() => onPick(day)}
      >
        {dateOf(day)}
      </button>
    </td>
  );
}

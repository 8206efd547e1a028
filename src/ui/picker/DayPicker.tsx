import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { formatDay, today } from "#lib/dates/day.ts";
import { typedDay, WEEKDAYS, weekdayOf } from "#lib/dates/typedDay.ts";
import { Button } from "#ui/button/Button.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { Calendar } from "./Calendar.tsx";
import classes from "./DayPicker.module.css";
import { DAY_HINT } from "./dayHint.ts";
import { PickerPopup, type PickerProps } from "./Picker.tsx";

export interface DayPickerProps extends Omit<PickerProps, "options" | "typing"> {
  /** The chosen day; "" without one. */
  day: string;
  /** The first day that can be picked. */
  min?: string | undefined;
  /** The caller closes the picker. */
  onPick: (day: string) => void;
  /** Removes the day; absent if a day is required. */
  onClear?: (() => void) | undefined;
}

/** The day of the calendar at which the keys are. */
const AT = "[role='grid'] [tabindex='0']";

/** What the typed text means, in words; undefined without a text. */
function meaningOf(text: string, day: string | null, min: string): string | undefined {
  if (text.trim() === "") return undefined;
  if (!day) return `Such as ${DAY_HINT}`;
  if (day < min) return `${formatDay(day)} is before ${formatDay(min)}`;
  return `${WEEKDAYS[weekdayOf(day)]}, ${formatDay(day)}`;
}

/** Picks a day below its anchor: in a calendar, or typed in words ("fri", "in 3 days"). */
export function DayPicker({
  day,
  min = "",
  typed = "",
  onPick,
  onClear,
  ...popup
}: DayPickerProps) {
  const now = today();
  const isTouched = window.matchMedia("(pointer: coarse)").matches;
  const [text, setText] = useState(typed);
  const [at, setAt] = useState(day >= min && day !== "" ? day : now);
  const understood = typedDay(text, now);
  const [isRefused, setRefused] = useState(false);
  const isPossible = understood !== null && understood >= min;
  const meaning = meaningOf(text, understood, min);
  const meaningId = useId();
  const frame = useRef<HTMLFormElement>(null);

  function type(next: string) {
    setText(next);
    setRefused(false);
    const named = typedDay(next, now);
    if (named && named >= min) setAt(named);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPossible) onPick(understood);
    else setRefused(text.trim() !== "");
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>(AT)?.focus();
  }

  return (
    <PickerPopup
      {...popup}
      hasControls
      // The keyboard of a phone would cover the calendar.
      focused={isTouched && typed === "" ? AT : "input"}
    >
      <form ref={frame} className={classes.picker} noValidate onSubmit={submit}>
        <TextInput
          aria-label="Day"
          aria-invalid={isRefused}
          aria-describedby={meaningId}
          placeholder={DAY_HINT}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={handleKeyDown}
        />
        <output id={meaningId} className={classes.meaning}>
          {meaning}
        </output>
        <Calendar
          {...{ at, today: now, min, onPick }}
          chosen={isPossible ? understood : day}
          onMove={setAt}
        />
        <div className={classes.actions}>
          <Button size="sm" variant="ghost" onClick={() => onPick(now)}>
            Today
          </Button>
          {onClear && day !== "" && (
            <Button size="sm" variant="ghost" onClick={onClear}>
              Clear
            </Button>
          )}
        </div>
      </form>
    </PickerPopup>
  );
}

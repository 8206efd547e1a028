import { cx } from "#lib/cx.ts";
import { formatDay } from "#lib/dates/day.ts";
import controls from "#ui/form/controls.module.css";
import { useMenuCode } from "#ui/menu/LazyMenuPopup.tsx";
import type { DayPickerProps } from "./DayPicker.tsx";
import classes from "./PickerField.module.css";
import { usePickerButton } from "./usePickerButton.ts";

/** A control that shows a day and opens a calendar. Letters and digits open it too, and are read there. */
export function DayField({
  label,
  day,
  empty,
  onChoose,
}: {
  label: string;
  /** "" without a day. */
  day: string;
  /** What shows without a day. */
  empty: string;
  /** "" if the user has removed the day. */
  onChoose: (day: string) => void;
}) {
  const { isOpen, buttonProps, pickerProps } = usePickerButton(true);

  function choose(chosen: string) {
    pickerProps.onClose(true);
    onChoose(chosen);
  }

  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-label={`${label}: ${day ? formatDay(day) : empty}`}
        className={cx(controls.control, controls.select, classes.field)}
      >
        {day ? formatDay(day) : empty}
      </button>
      {isOpen && (
        <LazyDayPicker
          {...pickerProps}
          label={label}
          day={day}
          isField
          onPick={choose}
          onClear={() => choose("")}
        />
      )}
    </>
  );
}

const load = () => import(/* webpackChunkName: "dayPicker" */ "./DayPicker.tsx");

/** `DayPicker`, with its code loaded on demand. */
function LazyDayPicker(props: DayPickerProps) {
  const code = useMenuCode(load, props.onClose);
  return code && <code.DayPicker {...props} />;
}

import type { FocusEventHandler, ReactNode } from "react";
import { cx } from "#lib/cx.ts";
import filter from "#ui/filters/FilterSelect.module.css";
import controls from "#ui/form/controls.module.css";
import type { ControlProps } from "#ui/form/Field.tsx";
import type { PickerOption } from "./findOptions.ts";
import { LazyPicker } from "./LazyPicker.tsx";
import type { PickerProps } from "./Picker.tsx";
import classes from "./PickerField.module.css";
import { usePickerButton } from "./usePickerButton.ts";

/** A control that looks like a select, and opens a picker. Letters open it too, and add up there. */
export function PickerField({
  label,
  value,
  options,
  renderPicker,
  isSet,
  onBlur,
  ...control
}: {
  label: string;
  /** The text of the chosen option, or what shows several. */
  value: ReactNode;
  /** Called while the picker is open. */
  options?: () => PickerOption[];
  /** The open picker, if it has more than `options`. */
  renderPicker?: (picker: Omit<PickerProps, "options">) => ReactNode;
  /** Whether it is highlighted, as a filter that is set. Without this prop it is no filter. */
  isSet?: boolean;
  "data-autofocus"?: boolean | undefined;
  name?: string;
  onBlur?: FocusEventHandler;
} & Partial<ControlProps>) {
  const highlight = isSet === undefined ? undefined : isSet ? filter.set : filter.unset;
  const { isOpen, buttonProps, pickerProps } = usePickerButton(true);
  const picker = { ...pickerProps, label, isField: true };
  return (
    <>
      <button
        {...control}
        {...buttonProps}
        type="button"
        onBlur={(event) => {
          buttonProps.onBlur();
          onBlur?.(event);
        }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- a select has no search line; `buttonProps` has the rest
        role="combobox"
        aria-label={label}
        className={cx(controls.control, controls.select, classes.field, highlight)}
      >
        {value}
      </button>
      {isOpen && (renderPicker?.(picker) ?? <LazyPicker {...picker} options={options?.() ?? []} />)}
    </>
  );
}

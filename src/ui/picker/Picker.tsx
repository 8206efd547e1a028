import type { ReactNode, RefObject } from "react";
import { cx } from "#lib/cx.ts";
import popover from "#ui/menu/popover.module.css";
import { usePopover } from "#ui/menu/usePopover.ts";
import { type PickerOption, SEARCH_FROM, type TypedOption } from "./findOptions.ts";
import { OptionList } from "./OptionList.tsx";
import classes from "./Picker.module.css";

export interface PickerProps {
  id?: string | undefined;
  label: string;
  options: readonly PickerOption[];
  /** Values that the user can type besides the options. */
  typing?: TypedOption | undefined;
  /** The letters that the user typed before the picker was there. */
  typed?: string | undefined;
  /** The element below which the picker opens. */
  anchor: RefObject<HTMLElement | null>;
  /** Whether the user may pick several, one after the other. */
  several?: boolean | undefined;
  /** Whether it is at least as wide as its anchor. */
  isField?: boolean | undefined;
  /** `refocus`: whether the anchor takes the focus back. */
  onClose: (refocus: boolean) => void;
}

/** Picks a value from a list, in the top layer below its anchor. */
export function Picker({ options, typing, typed, several = false, ...popup }: PickerProps) {
  const isSearchable = options.length >= SEARCH_FROM || typing !== undefined;
  return (
    // The keyboard of a phone scrolls the page when the search line gets the focus.
    <PickerPopup {...popup} closesOnScroll={!isSearchable}>
      <OptionList
        // Orca says the names of the picker and the list, but in Chromium after a search line only the list's.
        label={isSearchable ? popup.label : "Options"}
        options={options}
        typing={typing}
        typed={typed}
        several={several}
        onPicked={() => popup.onClose(true)}
      />
    </PickerPopup>
  );
}

/** The props of the frame of a picker. */
type PickerPopupProps = Omit<PickerProps, "options" | "typing" | "typed" | "several"> & {
  closesOnScroll?: boolean;
  /** The element that takes the focus. */
  focused?: string;
  /** Whether Tab leads to its other controls. */
  hasControls?: boolean;
  children: ReactNode;
};

/**
 * The frame of a picker. Escape closes it, and so does Tab if it has a single control. It has no `role`
 * attribute: for `role="dialog"` Firefox reports a new window, for which Orca leaves focus mode.
 */
export function PickerPopup({
  id,
  label,
  anchor,
  isField = false,
  closesOnScroll = false,
  focused = "input, [role='listbox']",
  hasControls = false,
  onClose,
  children,
}: PickerPopupProps) {
  const leave = () => onClose(false);
  const ref = usePopover<HTMLDialogElement>({
    anchor,
    focused: (popup) => popup.querySelector<HTMLElement>(focused),
    atStart: true,
    uncovered: "[data-selected]",
    isAsWide: isField,
    onLeft: leave,
    ...(closesOnScroll && { onScrolled: leave }),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only Escape and Tab close it
    <dialog
      ref={ref}
      id={id}
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      className={cx(popover.popover, classes.picker)}
      onKeyDown={(event) => {
        if (event.key === "Tab" && !hasControls) onClose(true);
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        onClose(true);
      }}
    >
      {children}
    </dialog>
  );
}

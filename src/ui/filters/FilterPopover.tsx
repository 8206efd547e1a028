import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { cx } from "#lib/cx.ts";
import popover from "#ui/menu/popover.module.css";
import { usePopover } from "#ui/menu/usePopover.ts";
import classes from "./FilterPopover.module.css";

/** Filters that a button opens: below it, or on a phone in a sheet near the thumb. */
export function FilterPopover({
  label,
  anchor,
  onClose,
  children,
}: {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = usePopover({
    anchor,
    focused: (panel) => panel.querySelector<HTMLElement>("button, select, input"),
    onLeft: onClose,
  });

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
    anchor.current?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any of its controls
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an open <dialog> would hold back the keys of the page
      role="dialog"
      aria-label={label}
      popover="manual"
      className={cx(popover.popover, classes.panel)}
      onKeyDown={handleKeyDown}
    >
      {children}
    </div>
  );
}

import { ChevronDown } from "lucide-react";
import { type ReactNode, useCallback, useId, useRef, useState } from "react";
import { cx } from "#lib/cx.ts";
import { LazyMenuPopup } from "./LazyMenuPopup.tsx";
import classes from "./Menu.module.css";
import type { MenuItems } from "./MenuPopup.tsx";

/**
 * A button that opens a menu. Arrow keys, Home, End and a typed name move the focus, Enter or Space
 * selects, Escape and Tab close. `label` is the name of the button and the menu.
 */
export function Menu({
  label,
  tooltip = label,
  icon,
  text = false,
  items,
  tabIndex,
}: {
  label: string;
  tooltip?: string | undefined;
  icon?: ReactNode;
  /** Whether the button shows its label, in place of an icon. */
  text?: boolean | undefined;
  items: MenuItems;
  /** -1 if a key opens the menu instead. */
  tabIndex?: -1 | undefined;
}) {
  const [open, setOpen] = useState<"first" | "last" | false>(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  const close = useCallback((refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  }, []);

  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        {...(text ? {} : { title: tooltip, "aria-label": label })}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? id : undefined}
        className={cx(classes.trigger, text && classes.labelled)}
        onClick={() => setOpen(open ? false : "first")}
        // A menu whose code is still loading must not appear late and take the focus.
        onBlur={() => document.getElementById(id) || setOpen(false)}
        onKeyDown={(event) => {
          const isEscape = event.key === "Escape" && open;
          if (!isEscape && event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(isEscape ? false : event.key === "ArrowDown" ? "first" : "last");
        }}
      >
        {icon}
        {text && (
          <>
            <bdi>{label}</bdi>
            <ChevronDown />
          </>
        )}
      </button>
      {open && (
        <LazyMenuPopup {...{ id, label, items }} start={open} anchor={button} onClose={close} />
      )}
    </>
  );
}

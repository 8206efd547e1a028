import { Check, Ellipsis } from "lucide-react";
import { type ReactNode, useCallback, useId, useRef, useState } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./Menu.module.css";
import { MenuList } from "./MenuList.tsx";

export interface MenuItem {
  label: string;
  onSelect: () => void;
  disabled?: boolean | undefined;
  /** Given: the item is one of several choices, and this one is the current one (or not). */
  checked?: boolean | undefined;
}

/**
 * A button that opens a menu of commands: arrows, Home, End and first letters move, Enter or Space
 * chooses, Escape and Tab close. `label` names button and menu; `trigger` replaces the icon.
 */
export function Menu({
  label,
  icon,
  trigger,
  items,
  className,
}: {
  label: string;
  icon?: ReactNode;
  trigger?: ReactNode;
  items: readonly MenuItem[];
  className?: string | undefined;
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
        title={trigger ? undefined : label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? id : undefined}
        className={cx(classes.trigger, !trigger && classes.icon, className)}
        onClick={() => setOpen(open ? false : "first")}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(event.key === "ArrowDown" ? "first" : "last");
        }}
      >
        {trigger ?? icon ?? <Ellipsis />}
      </button>
      {open && (
        <MenuList id={id} label={label} start={open} anchor={button} onClose={close}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              tabIndex={-1}
              role={item.checked === undefined ? "menuitem" : "menuitemradio"}
              aria-checked={item.checked}
              aria-disabled={item.disabled || undefined}
              className={classes.item}
              onClick={() => {
                if (item.disabled) return;
                // The focus goes back first: what the item opens returns it there later.
                close(true);
                item.onSelect();
              }}
            >
              <span className={classes.text}>{item.label}</span>
              {item.checked && <Check />}
            </button>
          ))}
        </MenuList>
      )}
    </>
  );
}

import { Check } from "lucide-react";
import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from "react";
import { cx } from "#lib/cx.ts";
import { useTypedName } from "#ui/form/useTypedName.ts";
import classes from "./Menu.module.css";
import popover from "./popover.module.css";
import { usePopover } from "./usePopover.ts";

/** The items of a menu, or a function that makes them when it opens. */
export type MenuItems = readonly MenuItem[] | (() => readonly MenuItem[]);

export interface MenuPopupProps extends Omit<ComponentProps<typeof MenuList>, "children"> {
  items: MenuItems;
}

/** The open menu of a button, with its items. */
export function MenuPopup({ items, ...list }: MenuPopupProps) {
  return (
    <MenuList {...list}>
      <ItemButtons
        items={typeof items === "function" ? items() : items}
        onClose={() => list.onClose(true)}
      />
    </MenuList>
  );
}

const ITEM = '[role^="menuitem"]';

/** The open list of a `Menu`, in the top layer below its button. One item has the focus. */
function MenuList({
  id,
  label,
  start,
  anchor,
  onClose,
  children,
}: {
  id: string;
  label: string;
  start: "first" | "last";
  anchor: RefObject<HTMLElement | null>;
  /** `refocus`: whether the button takes the focus back. */
  onClose: (refocus: boolean) => void;
  children: ReactNode;
}) {
  const leave = () => onClose(false);
  const ref = usePopover({
    anchor,
    focused: (list) => [...list.querySelectorAll<HTMLElement>(ITEM)].at(start === "first" ? 0 : -1),
    onLeft: leave,
    onScrolled: leave,
  });
  const typed = useTypedName();

  function focusItem(pick: (items: HTMLElement[], current: number) => number) {
    const items = [...(ref.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
    const current = items.indexOf(document.activeElement as HTMLElement);
    items.at(pick(items, current) % items.length)?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Tab") return onClose(true);
    if (event.key === "Escape") onClose(true);
    else if (event.key === "ArrowDown") focusItem((_items, current) => current + 1);
    else if (event.key === "ArrowUp") focusItem((items, current) => current - 1 + items.length);
    else if (event.key === "Home") focusItem(() => 0);
    else if (event.key === "End") focusItem((items) => items.length - 1);
    else if (typed.add(event.key)) focusItem(typed.find);
    else return undefined;
    event.preventDefault();
    // The surrounding dialog or draggable card must not handle the key too.
    event.stopPropagation();
    return undefined;
  }

  return (
    <div
      ref={ref}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      className={cx(popover.popover, classes.menu)}
      onKeyDown={handleKeyDown}
      // Firefox presses a button when Space is released.
      onKeyUp={(event) => typed.isSpace(event.key) && event.preventDefault()}
    >
      {children}
    </div>
  );
}

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Makes the item a radio item; one of `several` that can be checked is a checkbox. */
  checked?: boolean | undefined;
  several?: boolean;
  /** Whether it destroys something. */
  isDangerous?: boolean;
  icon?: ReactNode;
}

function roleOf({ checked, several }: MenuItem): string {
  if (checked === undefined) return "menuitem";
  return several ? "menuitemcheckbox" : "menuitemradio";
}

/** The items of a `MenuList`. `onClose` runs before the item's action. */
function ItemButtons({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  return items.map((item) => (
    <button
      key={item.label}
      type="button"
      tabIndex={-1}
      role={roleOf(item)}
      aria-checked={item.checked}
      // Not the text, which begins with the initials of an avatar.
      data-names={item.label}
      className={cx(classes.item, item.isDangerous && classes.dangerous)}
      onClick={() => {
        // A dialog that the item opens remembers the focused element, so the menu closes first.
        onClose();
        item.onSelect();
      }}
    >
      <span className={classes.text}>
        {item.icon}
        {item.label}
      </span>
      {item.checked && <Check />}
    </button>
  ));
}

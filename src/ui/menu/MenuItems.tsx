import { Check } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./Menu.module.css";

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Makes the item a radio item; one of `several` that can be checked is a checkbox. */
  checked?: boolean | undefined;
  several?: boolean;
  icon?: ReactNode;
}

function roleOf({ checked, several }: MenuItem): string {
  if (checked === undefined) return "menuitem";
  return several ? "menuitemcheckbox" : "menuitemradio";
}

/** The items of a `MenuList`. `onClose` runs before the item's action. */
export function MenuItems({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  return items.map((item) => (
    <button
      key={item.label}
      type="button"
      tabIndex={-1}
      role={roleOf(item)}
      aria-checked={item.checked}
      // Not the text, which begins with the initials of an avatar.
      data-names={item.label}
      className={classes.item}
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

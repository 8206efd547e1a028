import { Check } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./Menu.module.css";

export interface MenuItem {
  label: string;
  /** Tells items with equal labels apart. */
  key?: string;
  /** Another name that typing finds the item by, beside its label. */
  name?: string;
  onSelect: () => void;
  /** Makes the item a radio item. */
  checked?: boolean | undefined;
  icon?: ReactNode;
}

/** The items of a `MenuList`. `onClose` runs before the item's action. */
export function MenuItems({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  return items.map((item) => (
    <button
      key={item.key ?? item.label}
      type="button"
      tabIndex={-1}
      role={item.checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={item.checked}
      // Not the text, which begins with the initials of an avatar.
      data-names={[item.label, item.name ?? ""].join("\n").trim()}
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

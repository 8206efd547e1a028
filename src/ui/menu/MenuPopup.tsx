import type { ComponentProps } from "react";
import { type MenuItem, MenuItems } from "./MenuItems.tsx";
import { MenuList } from "./MenuList.tsx";

export interface MenuPopupProps extends Omit<ComponentProps<typeof MenuList>, "children"> {
  items: readonly MenuItem[];
}

/** The open menu of a button, with its items. */
export function MenuPopup({ items, ...list }: MenuPopupProps) {
  return (
    <MenuList {...list}>
      <MenuItems items={items} onClose={() => list.onClose(true)} />
    </MenuList>
  );
}

import { loadCode, useCode } from "#lib/lazyPart.tsx";
import { toastNotLoaded } from "#ui/toasts/toastNotLoaded.tsx";
import type { MenuPopupProps } from "./MenuPopup.tsx";

const load = () => import(/* webpackChunkName: "menu" */ "./MenuPopup.tsx");

/** Fetches the menus' code ahead. A failure is reported when a menu is opened. */
export const loadMenus = (): Promise<unknown> => loadCode(load, 2, 0).catch(() => undefined);

/** The code of an open menu; null until it has arrived. A failure closes the menu, with a toast. */
export function useMenuCode<Module extends object>(
  load: () => Promise<Module>,
  onClose: (refocus: boolean) => void,
): Module | null {
  return useCode(load, () => {
    void toastNotLoaded("The menu could not be loaded.");
    onClose(false);
  });
}

/** `MenuPopup`, with its code loaded on demand. */
export function LazyMenuPopup(props: MenuPopupProps) {
  const code = useMenuCode(load, props.onClose);
  return code && <code.MenuPopup {...props} />;
}

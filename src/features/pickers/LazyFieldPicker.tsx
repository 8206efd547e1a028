import { loadCode } from "#lib/lazyPart.tsx";
import { useMenuCode } from "#ui/menu/LazyMenuPopup.tsx";
import { useHeldKeys } from "#ui/menu/useHeldKeys.ts";
import type { FieldPickerProps } from "./FieldPicker.tsx";

const load = () => import(/* webpackChunkName: "fieldPicker" */ "./FieldPicker.tsx");

/** Fetches the menu's code ahead. A failure is reported when the menu is opened. */
export const loadFieldPicker = (): Promise<unknown> => loadCode(load, 2, 0).catch(() => undefined);

/** `FieldPicker`, with its code loaded on demand. */
export function LazyFieldPicker(props: Omit<FieldPickerProps, "typed">) {
  const code = useMenuCode(load, props.onClose);
  const typed = useHeldKeys(code !== null, () => props.onClose(true));
  return code && <code.FieldPicker {...props} typed={typed} />;
}

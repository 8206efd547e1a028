import { loadCode } from "#lib/lazyPart.tsx";
import { useMenuCode } from "#ui/menu/LazyMenuPopup.tsx";
import type { PickerProps } from "./Picker.tsx";

const load = () => import(/* webpackChunkName: "picker" */ "./Picker.tsx");

/** Fetches the pickers' code ahead. A failure is reported when a picker is opened. */
export const loadPicker = (): Promise<unknown> => loadCode(load, 2, 0).catch(() => undefined);

/** `Picker`, with its code loaded on demand. */
export function LazyPicker(props: PickerProps) {
  const code = useMenuCode(load, props.onClose);
  return code && <code.Picker {...props} />;
}

import { useMenuCode } from "#ui/menu/LazyMenuPopup.tsx";
import type { DayPickerProps } from "./DayPicker.tsx";

const load = () => import(/* webpackChunkName: "dayPicker" */ "./DayPicker.tsx");

/** `DayPicker`, with its code loaded on demand. */
export function LazyDayPicker(props: DayPickerProps) {
  const code = useMenuCode(load, props.onClose);
  return code && <code.DayPicker {...props} />;
}

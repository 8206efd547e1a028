import type { ComponentType } from "react";
import { useDispatch } from "react-redux";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import { useCode } from "#lib/lazyPart.tsx";

const DIALOGS = {
  "keyboard shortcuts": () => import("./ShortcutHelp.tsx"),
  "recent messages": () => import("./RecentMessages.tsx"),
} as const;

export type LazyDialogName = keyof typeof DIALOGS;

/** A dialog of the layout, whose code is loaded when it is opened. */
export function LazyDialog({ name, onClose }: { name: LazyDialogName; onClose: () => void }) {
  const dispatch = useDispatch();
  const module = useCode<{ default: ComponentType<{ onClose: () => void }> }>(DIALOGS[name], () => {
    dispatch(codeNotLoaded(name));
    onClose();
  });
  return module && <module.default onClose={onClose} />;
}

import type { ComponentProps } from "react";
import { useDispatch } from "react-redux";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import { loadCode, useCode } from "#lib/lazyPart.tsx";
import type { TaskDialog } from "./TaskDialog.tsx";

interface Module {
  TaskDialog: typeof TaskDialog;
}

const load = (): Promise<Module> => import("./TaskDialog.tsx");

/** Prefetches the form. A failure is reported only when the user opens the form. */
export const loadTaskDialog = (): Promise<unknown> => loadCode(load, 2, 0).catch(() => undefined);

/**
 * The task form, with its code loaded on demand. If that fails, a toast says so and the page stays
 * as it is. Opening the form again loads the code again.
 */
export function LazyTaskDialog(props: ComponentProps<Module["TaskDialog"]>) {
  const dispatch = useDispatch();
  const module = useCode(load, () => {
    dispatch(codeNotLoaded("form"));
    props.onClose();
  });
  return module && <module.TaskDialog {...props} />;
}

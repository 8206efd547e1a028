import type { ComponentProps } from "react";
import { useDispatch } from "react-redux";
import { loadCode, useCode } from "#lib/lazyPart.tsx";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
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
    codeNotLoaded(dispatch, "form");
    props.onClose();
  });
  return module && <module.TaskDialog {...props} />;
}

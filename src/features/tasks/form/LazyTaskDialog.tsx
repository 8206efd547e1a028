import { type ComponentProps, useLayoutEffect } from "react";
import { useDispatch } from "react-redux";
import { typeInto } from "#lib/events.ts";
import { loadCode, useCode } from "#lib/lazyPart.tsx";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
import { useHeldKeys } from "#ui/menu/useHeldKeys.ts";
import type { TaskDialog } from "./TaskDialog.tsx";

interface Module {
  TaskDialog: typeof TaskDialog;
}

const load = (): Promise<Module> => import(/* webpackChunkName: "taskForm" */ "./TaskDialog.tsx");

/** Prefetches the form. A failure is reported only when the user opens the form. */
export const loadTaskDialog = (): Promise<unknown> => loadCode(load, 2, 0).catch(() => undefined);

/**
 * The task form, with its code loaded on demand. If that fails, a toast says so and the page stays
 * as it is. Opening the form again loads the code again. What is typed until then goes into its title.
 */
export function LazyTaskDialog(props: ComponentProps<Module["TaskDialog"]>) {
  const dispatch = useDispatch();
  const module = useCode(load, () => {
    codeNotLoaded(dispatch, "form");
    props.onClose();
  });
  const isThere = module !== null;
  const typed = useHeldKeys(isThere, props.onClose);
  // The dialog has focused its first field.
  useLayoutEffect(() => {
    if (isThere && typed) typeInto(document.activeElement, typed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-deps -- once, when the form is there
  }, [isThere]);
  return module && <module.TaskDialog {...props} />;
}

import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { useDispatch } from "react-redux";
import { typeInto } from "#lib/events.ts";
import { loadCode, useCode } from "#lib/lazyPart.tsx";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
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
  const typed = useRef("");
  // The menus' hook for this would load with the shell.
  useLayoutEffect(() => {
    // The dialog has focused its first field.
    if (module) return typeInto(document.activeElement, typed.current);
    function hold(event: KeyboardEvent) {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
      typed.current += event.key;
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener("keydown", hold, true);
    return () => window.removeEventListener("keydown", hold, true);
  }, [module]);
  return module && <module.TaskDialog {...props} />;
}

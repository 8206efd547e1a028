import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import { useDispatch } from "react-redux";
import { formNotLoaded } from "#features/tasks/taskEvents.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import type { TaskDialog } from "./TaskDialog.tsx";

interface Module {
  TaskDialog: typeof TaskDialog;
}

/** Fetches the form and its rules. The user waits for it, so one retry follows at once. */
const load = (): Promise<Module> => loadCode(() => import("./TaskDialog.tsx"), 2, 0);

/** Prefetches the form. A failure is reported only when the user opens the form. */
export const loadTaskDialog = (): Promise<unknown> => load().catch(() => undefined);

/**
 * The task form, with its code loaded on demand. If that fails, a toast says so and the page stays
 * as it is. Opening the form again loads the code again.
 */
export function LazyTaskDialog(props: ComponentProps<Module["TaskDialog"]>) {
  const [module, setModule] = useState<Module | null>(null);
  const dispatch = useDispatch();
  const giveUp = useEffectEvent(() => {
    dispatch(formNotLoaded());
    props.onClose();
  });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (loaded) => isWanted && setModule(loaded),
      () => isWanted && giveUp(),
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return module && <module.TaskDialog {...props} />;
}

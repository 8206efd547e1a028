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

/** Fetches them ahead of their use. That it failed is told when they are wanted. */
export const loadTaskDialog = (): Promise<unknown> => load().catch(() => undefined);

/**
 * The form for a task, whose code comes when somebody is about to use it. Code that doesn't come
 * takes no screen with it: that is said, and whoever opens the form again has it fetched anew.
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

import type { ComponentProps } from "react";
import { useDispatch } from "react-redux";
import { useCode } from "#lib/lazyPart.tsx";
import { codeNotLoaded } from "#sync/connection/codeNotLoaded.ts";
import type { TaskInPlace } from "./TaskInPlace.tsx";

/** The text of a task that is edited in its place. */
export type Place = "title" | "description";

interface Module {
  TaskInPlace: typeof TaskInPlace;
}

const load = (): Promise<Module> => import(/* webpackChunkName: "taskForm" */ "./TaskInPlace.tsx");

/** The form of one text in its place, with its code loaded on demand. */
export function LazyTaskInPlace(props: ComponentProps<Module["TaskInPlace"]>) {
  const dispatch = useDispatch();
  const module = useCode(load, () => {
    codeNotLoaded(dispatch, "form");
    props.onClose();
  });
  return module && <module.TaskInPlace {...props} />;
}

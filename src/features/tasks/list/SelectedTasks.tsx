import { type RefObject, Suspense, useEffect, useRef } from "react";
import { useSelector } from "react-redux";
import type { Task, TaskPageResponse, TaskQuery } from "#contract/task.ts";
import type { Selection } from "#features/bulk/useSelection.ts";
import { selectTaskBulk } from "#features/tasks/bulk/taskBulkState.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { useCommand } from "#lib/useCommand.ts";

const TaskBulkBar = lazyPart(() => import("#features/tasks/bulk/TaskBulkBar.tsx"));

const NO_TASKS: readonly Task[] = [];

/** The task in focus in the list. */
const focusedTask = () =>
  document.activeElement?.closest<HTMLElement>("[data-card]")?.dataset["card"];

/** The bar of actions on the selected tasks, while there are any, or a result to show. */
export function SelectedTasks({
  page,
  query,
  selection,
  list,
}: {
  page: TaskPageResponse | undefined;
  query: TaskQuery | null;
  selection: Selection;
  /** Takes the focus when the bar is removed. */
  list: RefObject<HTMLElement | null>;
}) {
  const { ids, set } = selection;
  const isShown = useSelector(selectTaskBulk).phase !== "idle" || ids.size > 0;
  useCommand("select", () => {
    const id = focusedTask();
    if (id === undefined) return false;
    set(id, !ids.has(id), false);
    return true;
  });
  useCommand("selectedActions", () => {
    const first = document.querySelector<HTMLElement>('[data-bulk] [aria-haspopup="menu"]');
    first?.focus();
    return first !== null;
  });

  const wasShown = useRef(false);
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (wasShown.current && !isShown && isLost) list.current?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown, list]);

  if (!isShown || !query) return null;
  return (
    <Suspense>
      <TaskBulkBar
        tasks={page?.tasks ?? NO_TASKS}
        query={query}
        matches={page?.pagination}
        selection={selection}
      />
    </Suspense>
  );
}

import type { RefObject } from "react";
import type { ListedTask, TaskPageResponse } from "#contract/shapes/task.ts";
import type { TaskQuery } from "#contract/task.ts";
import { useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import { FieldKeys } from "#features/pickers/FieldKeys.tsx";
import type { PickedField } from "#features/pickers/pickedFields.ts";
import type { Selection } from "#features/selection/useSelection.ts";
import { TaskBulkBar } from "#features/tasks/bulk/TaskBulkBar.tsx";
import { useCommand } from "#lib/commands/useCommand.ts";
import { useIsIdle } from "#lib/hooks.ts";
import { focusedRow, useRowKeys } from "./table/useRowKeys.ts";

const NO_TASKS: readonly ListedTask[] = [];

/** The keys and the bar of actions on the selected tasks, and what the server carries out of them. */
export function SelectedTasks({
  search: { data: page, requestId },
  query,
  selection,
  list,
}: {
  search: { data?: TaskPageResponse | undefined; requestId?: string | undefined };
  query: TaskQuery | null;
  selection: Selection;
  /** Takes the focus when the bar is removed. */
  list: RefObject<HTMLElement | null>;
}) {
  const { ids, set } = selection;
  const isIdle = useIsIdle();
  useCommand("select", () => {
    const id = focusedRow()?.dataset["card"];
    if (id === undefined) return false;
    set(id, !ids.has(id));
    return true;
  });
  useUndo();
  useRowKeys(list);
  const tasks = useShownTasks(page?.tasks ?? NO_TASKS, requestId);

  function tasksFor(id: string, field: PickedField) {
    const task = tasks.find((one) => one.id === id);
    if (!task) return null;
    if (!ids.has(id)) return [task];
    // A selected row stands for all selected ones, which the bar changes.
    const button = document.querySelector<HTMLElement>(
      `[data-bulk-actions] [data-field="${field}"]`,
    );
    button?.click();
    return button ? "handled" : null;
  }

  return (
    <>
      <FieldKeys tasksFor={tasksFor} />
      {(isIdle || ids.size > 0) && query && (
        <TaskBulkBar
          tasks={tasks}
          query={query}
          matches={page?.pagination}
          selection={selection}
          list={list}
        />
      )}
    </>
  );
}

import { type RefObject, useCallback, useEffect, useState } from "react";
import type { ListedTask, TaskPageResponse, TaskSummary } from "#contract/shapes/task.ts";
import type { TaskQuery } from "#contract/task.ts";
import { useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { useUndo } from "#features/changes/useUndo.ts";
import { FieldKeys } from "#features/pickers/FieldKeys.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { useIdleCode } from "#lib/lazyPart.tsx";
import { LateRowKeys } from "#ui/lists/LateRowKeys.tsx";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";

const loadBar = () =>
  import(/* webpackChunkName: "taskBulk" */ "#features/tasks/bulk/TaskBulkBar.tsx");

const NO_TASKS: readonly ListedTask[] = [];

/** The tasks that were shown or read since the page opened: those of other pages may be selected too. */
function useKnownTasks(shown: readonly TaskSummary[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, TaskSummary>>(new Map());
  const note = useCallback((read: readonly TaskSummary[]) => {
    setKnown((before) => new Map([...before, ...read.map((task) => [task.id, task] as const)]));
  }, []);
  // oxlint-disable-next-line react/set-state-in-effect -- remembers what other pages have shown
  useEffect(() => note(shown), [shown, note]);
  return [known, note] as const;
}

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
  const code = useIdleCode(loadBar);
  useUndo();
  const tasks = useShownTasks(page?.tasks ?? NO_TASKS, requestId);
  useFollowRow(list, tasks, { fallback: () => document.querySelector("main h1") });
  const [known, note] = useKnownTasks(tasks);
  return (
    <>
      <LateRowKeys list={list} selected={selection} />
      <FieldKeys
        selected={selection.ids}
        tasksFor={(ids) => ids.flatMap((id) => known.get(id) ?? [])}
      />
      {code && query && (
        <code.TaskBulkBar
          query={query}
          matches={page?.pagination}
          selection={selection}
          list={list}
          onRead={note}
        />
      )}
    </>
  );
}

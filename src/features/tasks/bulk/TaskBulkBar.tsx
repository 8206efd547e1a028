import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { TaskQuery } from "#contract/task.ts";
import { FieldMenus } from "#features/pickers/FieldMenus.tsx";
import { useTaskRuns } from "#features/runs/useRunBar.tsx";
import { SelectionBar } from "#features/selection/SelectionBar.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { DeleteSelected } from "./DeleteSelected.tsx";
import { type MatchCount, SelectMatching } from "./SelectMatching.tsx";

/** The selected tasks: those on the page, and those that were shown or read before. */
function useSelectedTasks(tasks: readonly TaskSummary[], ids: ReadonlySet<string>) {
  const [known, setKnown] = useState<ReadonlyMap<string, TaskSummary>>(new Map());
  const note = useCallback((read: readonly TaskSummary[]) => {
    setKnown((before) => new Map([...before, ...read.map((task) => [task.id, task] as const)]));
  }, []);
  // oxlint-disable-next-line react/set-state-in-effect -- remembers what other pages have shown
  useEffect(() => note(tasks), [tasks, note]);
  const selected = useMemo(() => [...ids].flatMap((id) => known.get(id) ?? []), [ids, known]);
  return { selected, note };
}

/**
 * Changes or deletes the selected tasks, and shows what the server carries out of it. It floats over
 * the end of the list.
 */
export function TaskBulkBar({
  tasks,
  query,
  matches,
  selection,
  list,
}: {
  /** The tasks on the page. */
  tasks: readonly TaskSummary[];
  query: TaskQuery;
  matches: MatchCount | undefined;
  selection: Selection;
  /** Takes the focus when the bar is removed. */
  list: RefObject<HTMLElement | null>;
}) {
  const { selected, note } = useSelectedTasks(tasks, selection.ids);
  const { run, progress, result, dialog } = useTaskRuns(selection);
  const isShown = selection.ids.size > 0 || run !== null;
  const wasShown = useRef(false);
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (wasShown.current && !isShown && isLost) list.current?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown, list]);
  const shownIds = new Set(tasks.map(({ id }) => id));
  return (
    <>
      {isShown && (
        <SelectionBar
          label="Selected tasks"
          selection={selection}
          hidden={[...selection.ids].filter((id) => !shownIds.has(id)).length}
          place="end"
          more={
            matches && (
              <SelectMatching query={query} matches={matches} selection={selection} onRead={note} />
            )
          }
          progress={progress}
          result={result}
          focusKey={`${run?.id} ${run?.state}`}
        >
          <FieldMenus tasks={selected} />
          <DeleteSelected ids={selected.map(({ id }) => id)} />
        </SelectionBar>
      )}
      {dialog}
    </>
  );
}

import { useCallback, useEffect, useMemo, useState } from "react";
import type { TaskQuery, TaskSummary } from "#contract/task.ts";
import { useTaskRuns } from "#features/jobs/useTaskRuns.tsx";
import { FieldMenus } from "#features/pickers/FieldMenus.tsx";
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
}: {
  /** The tasks on the page. */
  tasks: readonly TaskSummary[];
  query: TaskQuery;
  matches: MatchCount | undefined;
  selection: Selection;
}) {
  const { selected, note } = useSelectedTasks(tasks, selection.ids);
  const { run, progress, result, dialog } = useTaskRuns(selection);
  const shownIds = new Set(tasks.map(({ id }) => id));
  return (
    <>
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
      {dialog}
    </>
  );
}

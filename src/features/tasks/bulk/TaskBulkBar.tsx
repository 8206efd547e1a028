import { useCallback, useEffect, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import type { TaskQuery, TaskSummary } from "#contract/task.ts";
import { BulkBar } from "#features/bulk/BulkBar.tsx";
import type { BulkWords } from "#features/bulk/bulkWords.ts";
import type { Selection } from "#features/bulk/useSelection.ts";
import { countOf } from "#lib/formatCount.ts";
import { BulkFailures } from "./BulkFailures.tsx";
import { EditMenus } from "./EditMenus.tsx";
import { type MatchCount, SelectMatching } from "./SelectMatching.tsx";
import classes from "./TaskBulkBar.module.css";
import { taskBulk } from "./taskBulk.ts";
import { startTaskBulkListeners } from "./taskBulkListeners.ts";
import { selectTaskBulk, type TaskBulkAction } from "./taskBulkState.ts";

export const storeParts = { slices: [taskBulk], listeners: [startTaskBulkListeners] };

const WORDS: BulkWords<TaskBulkAction> = {
  bar: "Selected tasks",
  progress: (action, count) => {
    const tasks = countOf(count, "task");
    return action === "delete" ? `Deleting ${tasks}` : `Restoring ${tasks}`;
  },
  undo: (_action, count) => `Undo deletion of ${count}`,
  undone: () => "restore",
};

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

/** Changes or deletes the selected tasks. It floats over the end of the list. */
export default function TaskBulkBar({
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
  const run = useSelector(selectTaskBulk);
  const { selected, note } = useSelectedTasks(tasks, selection.ids);
  const shown = new Set(tasks.map(({ id }) => id));
  return (
    <BulkBar
      bulk={taskBulk}
      run={run}
      words={WORDS}
      selection={selection}
      hidden={[...selection.ids].filter((id) => !shown.has(id)).length}
      className={classes.bar}
      more={
        matches && (
          <SelectMatching query={query} matches={matches} selection={selection} onRead={note} />
        )
      }
      next={<BulkFailures failed={run.failed} />}
    >
      <EditMenus tasks={selected} />
    </BulkBar>
  );
}

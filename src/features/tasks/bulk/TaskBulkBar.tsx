import { useCallback, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import type { Task, TaskQuery } from "#contract/task.ts";
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
    if (action.kind === "edit") return `Changing the ${action.field} of ${tasks}`;
    if (action.kind === "delete") return `Deleting ${tasks}`;
    return action.of === "delete" ? `Restoring ${tasks}` : `Changing ${tasks} back`;
  },
  undo: (action, count) => `Undo ${action.kind === "delete" ? "deletion" : "change"} of ${count}`,
  undone: (action) => ({ kind: "undo", of: action.kind === "delete" ? "delete" : "edit" }),
};

/** The tasks that are known to be done: those on the page, and those that were read or shown before. */
function useDone(tasks: readonly Task[]) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const note = useCallback((read: readonly Task[]) => {
    setDone((before) => {
      const open = new Set(read.flatMap(({ id, status }) => (status === "Done" ? [] : id)));
      const added = read.flatMap(({ id, status }) => (status === "Done" ? id : []));
      return new Set([...[...before].filter((id) => !open.has(id)), ...added]);
    });
  }, []);
  // oxlint-disable-next-line react/set-state-in-effect -- remembers what other pages have shown
  useEffect(() => note(tasks), [tasks, note]);
  return { done, note };
}

/** Changes or deletes the selected tasks. It floats over the end of the list. */
export default function TaskBulkBar({
  tasks,
  query,
  matches,
  selection,
}: {
  /** The tasks on the page. */
  tasks: readonly Task[];
  query: TaskQuery;
  matches: MatchCount | undefined;
  selection: Selection;
}) {
  const run = useSelector(selectTaskBulk);
  const { done, note } = useDone(tasks);
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
      <EditMenus ids={[...selection.ids]} done={done} />
    </BulkBar>
  );
}

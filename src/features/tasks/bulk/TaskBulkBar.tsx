import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useDispatch } from "react-redux";
import type { TaskQuery, TaskSummary } from "#contract/task.ts";
import { SelectionBar } from "#features/bulk/SelectionBar.tsx";
import type { Selection } from "#features/bulk/useSelection.ts";
import { isUnderWay } from "#features/jobs/jobState.ts";
import { RunOutcome } from "#features/jobs/RunOutcome.tsx";
import { RunProgress } from "#features/jobs/RunProgress.tsx";
import { startRunListeners } from "#features/jobs/runListeners.ts";
import { startTaskRun, taskRunLike } from "#features/jobs/runsApi.ts";
import { useShownRun } from "#features/jobs/useShownRun.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import type { StoreDispatch } from "#session/appExtra.ts";
import { EditMenus } from "./EditMenus.tsx";
import { type MatchCount, SelectMatching } from "./SelectMatching.tsx";
import classes from "./TaskBulkBar.module.css";

export const storeParts = { listeners: [startRunListeners] };

const RunsDialog = lazyPart(() => import("#features/jobs/RunsDialog.tsx"));

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
  const dispatch = useDispatch<StoreDispatch>();
  const { selected, note } = useSelectedTasks(tasks, selection.ids);
  const run = useShownRun("task", selection);
  const [opened, setOpened] = useState<{ id: string | null } | null>(null);
  const shownIds = new Set(tasks.map(({ id }) => id));
  return (
    <>
      <SelectionBar
        label="Selected tasks"
        selection={selection}
        hidden={[...selection.ids].filter((id) => !shownIds.has(id)).length}
        className={classes.bar}
        more={
          matches && (
            <SelectMatching query={query} matches={matches} selection={selection} onRead={note} />
          )
        }
        progress={run.run && isUnderWay(run.run) && <RunProgress run={run.run} />}
        result={
          <RunOutcome
            shown={run}
            onRepeat={(former, ids) =>
              former.kind === "task" && void dispatch(startTaskRun(taskRunLike(former, ids)))
            }
            onOpen={(id) => setOpened({ id })}
          />
        }
        focusKey={`${run.run?.id} ${run.run?.state}`}
      >
        <EditMenus tasks={selected} />
      </SelectionBar>
      <Suspense fallback={null}>
        {opened && (
          <RunsDialog
            kind="task"
            id={opened.id}
            onOpen={(id) => setOpened({ id })}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}

import { useMemo } from "react";
import { useSelector } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import { selectPlacements, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import { withStatus } from "#features/board/moves/project.ts";
import { selectShownValues, withEdits } from "./editsState.ts";

/** The tasks of a response with the pending edits and moves. Unchanged tasks keep their identity. */
export function useShownTasks<T extends TaskSummary>(tasks: readonly T[]): readonly T[] {
  const values = useSelector(selectShownValues);
  const placements = useSelector((state: WithBoard) => selectPlacements(state));
  return useMemo(
    () =>
      tasks.map((task) =>
        withStatus(withEdits(task, values), placements[task.id]?.to ?? task.status),
      ),
    [tasks, values, placements],
  );
}

/** Like `useShownTasks`, for one task. */
export function useShownTask<T extends TaskSummary>(task: T): T {
  const tasks = useMemo(() => [task], [task]);
  return useShownTasks(tasks)[0] ?? task;
}

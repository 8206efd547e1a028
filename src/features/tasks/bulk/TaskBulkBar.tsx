import type { RefObject } from "react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { TaskQuery } from "#contract/task.ts";
import { FieldMenus } from "#features/pickers/FieldMenus.tsx";
import { startRunListeners } from "#features/runs/runListeners.ts";
import { useTaskRuns } from "#features/runs/useRunBar.tsx";
import { SelectionBar } from "#features/selection/SelectionBar.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import type { StoreParts } from "#lib/storeParts.ts";
import { DeleteSelected } from "./DeleteSelected.tsx";
import { type MatchCount, SelectMatching } from "./SelectMatching.tsx";

export const storeParts: StoreParts = { listeners: [startRunListeners] };

/**
 * Changes or deletes the selected tasks, and shows what the server carries out of it. It floats over
 * the end of the list.
 */
export function TaskBulkBar({
  query,
  matches,
  selection,
  list,
  onRead,
}: {
  query: TaskQuery;
  matches: MatchCount | undefined;
  selection: Selection;
  /** Takes the focus when the bar is removed. */
  list: RefObject<HTMLElement | null>;
  /** Called with selected tasks of other pages. */
  onRead: (tasks: readonly TaskSummary[]) => void;
}) {
  const { run, progress, result, dialog } = useTaskRuns(selection);
  const shownIds = new Set(selection.selectable);
  return (
    <>
      {(selection.ids.size > 0 || run) && (
        <SelectionBar
          label="Selected tasks"
          selection={selection}
          hidden={[...selection.ids].filter((id) => !shownIds.has(id)).length}
          place="end"
          more={
            matches && (
              <SelectMatching
                query={query}
                matches={matches}
                selection={selection}
                onRead={onRead}
              />
            )
          }
          progress={progress}
          result={result}
          afterwards={list}
          focusKey={`${run?.id} ${run?.state}`}
        >
          <FieldMenus />
          <DeleteSelected ids={[...selection.ids]} />
        </SelectionBar>
      )}
      {dialog}
    </>
  );
}

import { useMemo, useState } from "react";
import { shallowEqual, useSelector } from "react-redux";
import type { WithApi } from "#api/api.ts";
import { COLUMN_LABELS } from "#contract/board.ts";
import { TASK_STATUSES, type TaskPageResponse, type TaskSummary } from "#contract/task.ts";
import type { WithChanges } from "#features/changes/change.ts";
import { selectSnapshot } from "#features/changes/shownBoard.ts";
import { searchApi } from "#features/filters/searchApi.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { boundCommands } from "#lib/useCommand.ts";
import { commandEntries, type PaletteEntry, personEntry, taskEntry, teamEntry } from "./entries.ts";

/** The pages of search results in the cache. */
const selectPages = ({ api: { queries } }: WithApi): TaskPageResponse[] =>
  Object.values(queries).flatMap((query) =>
    query?.endpointName === searchApi.endpoints.searchTasks.name && query.data
      ? [query.data as TaskPageResponse]
      : [],
  );

/** Entries of tasks, each once. */
export function taskEntries(tasks: readonly TaskSummary[]): PaletteEntry[] {
  const unique = new Map(tasks.map((task) => [task.id, task]));
  return [...unique.values()].map(({ id, title, status }) =>
    taskEntry({ id, name: title, detail: COLUMN_LABELS[status] }),
  );
}

/**
 * All that is loaded: commands, and the tasks, people and teams in the cache.
 *
 * @param onCard whether a card had the focus when the palette was opened
 */
export function useEntries(onCard: boolean): readonly PaletteEntry[] {
  const [commands] = useState(() => commandEntries(boundCommands(), onCard));
  const board = useSelector((state: WithChanges) => selectSnapshot(state));
  const pages = useSelector(selectPages, shallowEqual);
  const { data: users } = useGetUsersQuery();
  const teams = useTeamNames();
  return useMemo(() => {
    const onBoard = TASK_STATUSES.flatMap((status) => board?.[status] ?? []);
    return [
      ...commands,
      ...taskEntries([...pages.flatMap(({ tasks }) => tasks), ...onBoard]),
      ...(users ?? []).map(({ id, name, email }) => personEntry({ id, name, detail: email })),
      ...Object.entries(teams ?? {}).map(([id, name]) => teamEntry({ id, name, detail: "" })),
    ];
  }, [commands, board, pages, users, teams]);
}

import { useMemo, useState } from "react";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskSummary } from "#contract/task.ts";
import { useKnownTasks } from "#features/changes/shown/useShownTasks.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { boundCommands } from "#lib/commands/useCommand.ts";
import { commandEntries, type PaletteEntry, personEntry, taskEntry, teamEntry } from "./entries.ts";

export const taskEntries = (tasks: readonly TaskSummary[]): PaletteEntry[] =>
  tasks.map(({ id, title, status }) =>
    taskEntry({ id, name: title, detail: COLUMN_LABELS[status] }),
  );

/**
 * All that is loaded: commands, and the tasks, people and teams in the cache.
 *
 * @param onCard whether a card had the focus when the palette was opened
 */
export function useEntries(onCard: boolean): readonly PaletteEntry[] {
  const [commands] = useState(() => commandEntries(boundCommands(), onCard));
  const tasks = useKnownTasks();
  const { data: users } = useGetUsersQuery();
  const teams = useTeamNames();
  return useMemo(
    () => [
      ...commands,
      ...taskEntries(tasks),
      ...(users ?? []).map(({ id, name, email }) => personEntry({ id, name, detail: email })),
      ...Object.entries(teams ?? {}).map(([id, name]) => teamEntry({ id, name, detail: "" })),
    ],
    [commands, tasks, users, teams],
  );
}

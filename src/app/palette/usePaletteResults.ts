import fuzzysort from "fuzzysort";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { CallError } from "#api/errors.ts";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { ListedTask, TaskSummary } from "#contract/shapes/task.ts";
import { SEARCH_MAX } from "#contract/task.ts";
import { characterCount, folded } from "#contract/text.ts";
import { useKnownTasks, useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { useSearchTasksQuery } from "#features/tasks/data/searchApi.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { boundCommands } from "#lib/commands/useCommand.ts";
import {
  commandEntries,
  type EntryGroup,
  type PaletteEntry,
  personEntry,
  taskEntry,
  teamEntry,
} from "./entries.ts";

/** The pause in typing, in ms, after which the search is sent. */
const PALETTE_DEBOUNCE_MS = 80;
/** The maximum number of tasks that the server finds for the palette. */
const FOUND_MAX = 10;

/** The groups in their order, and the most entries that each shows. */
const GROUPS: Readonly<Record<EntryGroup, number>> = {
  Commands: 6,
  Tasks: 10,
  People: 4,
  Teams: 4,
};

const NONE: readonly ListedTask[] = [];

interface PaletteResults {
  groups: readonly ResultGroup[];
  /** Whether the server still searches for tasks. */
  isSearching: boolean;
  /** Why the server found no tasks. */
  error: CallError;
}

/** The entries of one group, the best match first. */
export interface ResultGroup {
  group: EntryGroup;
  entries: readonly PaletteEntry[];
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PALETTE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The tasks that the server finds for a text; none while it searches, or if it doesn't respond. */
function useFoundTasks(text: string) {
  const search = useSettled(text);
  const { currentData, error, requestId } = useSearchTasksQuery(
    { page: 1, limit: FOUND_MAX, search },
    { skip: search === "" },
  );
  const isCurrent = search === text;
  const page = isCurrent && text !== "" ? currentData : undefined;
  const tasks = useShownTasks(page?.tasks ?? NONE, requestId);
  const found = useMemo(() => taskEntries(tasks), [tasks]);
  return {
    found,
    error: isCurrent ? error : undefined,
    isSearching: text !== "" && !page && !(isCurrent && error),
  };
}

/**
 * The entries that match the text, by group: all commands if there is none. Loaded entries are
 * matched fuzzily; the server's entries follow them. A text that is too long to search for matches
 * nothing.
 */
export function usePaletteResults(typed: string, onCard: boolean): PaletteResults {
  const entries = useEntries(onCard);
  const deferred = useDeferredValue(typed.trim());
  const text = characterCount(deferred) > SEARCH_MAX ? null : deferred;
  const { found, ...state } = useFoundTasks(text ?? "");
  const loaded = useMemo(
    () => fuzzysort.snapshot(entries, { key: ({ title }) => folded(title) }),
    [entries],
  );
  const groups = useMemo(() => {
    if (text === null) return [];
    if (text === "") {
      return [
        {
          group: "Commands" as const,
          entries: entries.filter(({ group }) => group === "Commands"),
        },
      ];
    }
    const matches = fuzzysort.go(folded(text), loaded, { limit: 0 }).map(({ obj }) => obj);
    const known = new Set(matches.map(({ id }) => id));
    const all = [...matches, ...found.filter(({ id }) => !known.has(id))];
    return (Object.keys(GROUPS) as EntryGroup[])
      .map((group) => ({
        group,
        entries: all.filter((entry) => entry.group === group).slice(0, GROUPS[group]),
      }))
      .filter((results) => results.entries.length > 0);
  }, [text, entries, loaded, found]);
  return { groups, ...state };
}

const taskEntries = (tasks: readonly TaskSummary[]): PaletteEntry[] =>
  tasks.map(({ id, title, status }) =>
    taskEntry({ id, name: title, detail: COLUMN_LABELS[status] }),
  );

/**
 * All that is loaded: commands, and the tasks, people and teams in the cache.
 *
 * @param onCard whether a card had the focus when the palette was opened
 */
function useEntries(onCard: boolean): readonly PaletteEntry[] {
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

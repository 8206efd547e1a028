import fuzzysort from "fuzzysort";
import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useSelector } from "react-redux";
import { matchPath } from "react-router-dom";
import type { CallError } from "#api/errors.ts";
import type { ListedTask } from "#contract/shapes/task.ts";
import { SEARCH_MAX } from "#contract/task.ts";
import { characterCount, folded } from "#contract/text.ts";
import { useKnownTasks, useShownTasks } from "#features/changes/shown/useShownTasks.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import { RECENT_MAX, recentTasks } from "#features/tasks/data/recentTasks.ts";
import { useSearchTasksQuery } from "#features/tasks/data/searchApi.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { useMenuViews } from "#features/views/useViews.ts";
import { pathInApp } from "#lib/address/basePath.ts";
import { paths } from "#lib/address/paths.ts";
import { boundCommands, watchCommands } from "#lib/commands/useCommand.ts";
import { selectIsAdmin, selectStoredUser } from "#session/authSlice.ts";
import { useDrafts } from "#session/useDraft.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { CONTAINS, closenessOf, NEARLY, nearlyMatches, SCATTERED } from "./closeness.ts";
import {
  actionEntries,
  type EntryGroup,
  labelEntry,
  type PaletteEntry,
  personEntry,
  taskEntry,
  teamEntry,
  viewEntry,
} from "./entries.ts";

/** The pause in typing, in ms, after which the search is sent. */
const PALETTE_DEBOUNCE_MS = 80;
/** The maximum number of tasks that the server finds for the palette. */
const FOUND_MAX = 10;

/** The groups in their order if they match as well, and the most entries that each shows. */
const GROUPS: Readonly<Record<EntryGroup, number>> = {
  Recent: RECENT_MAX,
  Commands: 6,
  Views: 6,
  People: 4,
  Teams: 4,
  Labels: 4,
  Tasks: 10,
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
  const found = useMemo(() => tasks.map(taskEntry), [tasks]);
  return {
    found,
    error: isCurrent ? error : undefined,
    isSearching: text !== "" && !page && !(isCurrent && error),
  };
}

/** A match, and how close it is. */
type Match = readonly [entry: PaletteEntry, closeness: number];

/**
 * The groups of the matches, the group with the closest one first: a person whose name begins with the text
 * comes before tasks with its letters inside a word.
 */
function groupsOf(matches: readonly Match[]): ResultGroup[] {
  return (Object.keys(GROUPS) as EntryGroup[])
    .map((group) => {
      const own = matches.filter(([entry]) => entry.group === group);
      const sorted = own.toSorted(([, one], [, other]) => one - other);
      const entries = sorted.slice(0, GROUPS[group]).map(([entry]) => entry);
      return { group, entries, closeness: sorted[0]?.[1] ?? NEARLY };
    })
    .filter(({ entries }) => entries.length > 0)
    .toSorted((one, other) => one.closeness - other.closeness);
}

/**
 * The entries that match the text, by group: without a text the tasks that the user opened last, and all
 * actions. Loaded entries are matched fuzzily, or with one wrong letter a word; the server's follow them. A
 * text that is too long to search for matches nothing.
 *
 * @param only the only group that shows, whose entries all show without a text
 */
export function usePaletteResults(
  typed: string,
  onCard: boolean,
  only?: EntryGroup,
): PaletteResults {
  const { recent, entries } = useEntries(onCard);
  const deferred = useDeferredValue(typed.trim());
  const text = characterCount(deferred) > SEARCH_MAX ? null : deferred;
  const { found, ...state } = useFoundTasks(only ? "" : (text ?? ""));
  const loaded = useMemo(
    () => fuzzysort.snapshot(entries, { key: ({ title }) => folded(title) }),
    [entries],
  );
  const groups = useMemo(() => {
    if (text === null) return [];
    const ofGroup = entries.filter(({ group }) => group === only);
    if (only && text === "") return ofGroup.length > 0 ? [{ group: only, entries: ofGroup }] : [];
    if (text === "") {
      const actions = entries.filter(({ group }) => group === "Commands");
      const all = [
        { group: "Recent" as const, entries: recent },
        { group: "Commands" as const, entries: actions },
      ];
      return all.filter((group) => group.entries.length > 0);
    }
    const close = fuzzysort
      .go(folded(text), loaded, { limit: 0 })
      .map(({ obj }): Match => [obj, closenessOf(obj.title, text)])
      .filter(([{ group }]) => !only || group === only);
    const isNear = nearlyMatches(text);
    const near = (only ? ofGroup : entries)
      .filter(({ title }) => isNear(title))
      .map((entry): Match => [entry, NEARLY]);
    const server = found.map((entry): Match => [entry, entry.reason ? SCATTERED : CONTAINS]);
    const known = new Set<string>();
    const all = [...close, ...server, ...near].filter(([{ id }]) => {
      const isNew = !known.has(id);
      known.add(id);
      return isNew;
    });
    return groupsOf(all);
  }, [text, entries, recent, loaded, found, only]);
  return { groups, ...state };
}

/** The tasks that the user opened last, without the one that is open. */
function useRecent(taskPath: string): readonly PaletteEntry[] {
  const drafts = useDrafts();
  const userId = useSelector(selectStoredUser)?.id ?? "";
  const [recent] = useState(() =>
    recentTasks(drafts, userId)
      .map(({ id, title }) => ({
        id: `Recent-${id}`,
        group: "Recent" as const,
        title,
        detail: "",
        target: { to: paths.task(id) },
      }))
      .filter(({ target }) => target.to !== taskPath),
  );
  return recent;
}

/**
 * All that is loaded: actions, and the tasks, people, teams and labels in the cache.
 *
 * @param onCard whether a card had the focus when the palette was opened
 */
function useEntries(onCard: boolean) {
  const path = pathInApp(window.location.pathname) ?? "";
  const isOpen = matchPath(paths.task(":id"), path) !== null;
  const recent = useRecent(path);
  const isAdmin = useSelector(selectIsAdmin);
  const hasExtensions = useSelector(selectHasExtensions);
  // The code of the screen's keys may load after the palette.
  const commands = useSyncExternalStore(watchCommands, boundCommands);
  const [canChange] = useState(
    () => onCard || document.querySelector("[data-bulk-actions]") !== null,
  );
  const actions = useMemo(
    () =>
      actionEntries(commands, {
        canChange,
        isAdmin: isAdmin && hasExtensions,
        taskPath: isOpen ? window.location.pathname : null,
      }),
    [commands, canChange, isAdmin, hasExtensions, isOpen],
  );
  const tasks = useKnownTasks();
  const { data: users } = useGetUsersQuery();
  const teams = useTeamNames();
  const labels = useLabels();
  const views = useMenuViews();
  const entries = useMemo(
    () => [
      ...actions,
      ...tasks.map((task) => taskEntry(task)),
      ...(views ?? []).map(viewEntry),
      ...(users ?? []).map(({ id, name, email }) => personEntry({ id, name, detail: email })),
      ...(labels ?? []).map(({ id, name }) => labelEntry({ id, name, detail: "" })),
      ...Object.entries(teams ?? {}).map(([id, name]) => teamEntry({ id, name, detail: "" })),
    ],
    [actions, tasks, users, teams, labels, views],
  );
  return { recent, entries };
}

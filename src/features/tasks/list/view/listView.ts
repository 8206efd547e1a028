import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Sort } from "#contract/task.ts";
import { ownName } from "#lib/address/basePath.ts";
import { paths } from "#lib/address/paths.ts";
import { isOfView, useScreenSearch } from "#lib/filters/useScreenSearch.ts";
import { isObject } from "#lib/json.ts";
import { sortKeyOf } from "#lib/text/sortOrder.ts";
import { tryStorage } from "#lib/tryStorage.ts";
import { HIDEABLE_COLUMNS } from "./columns.ts";

const HIDEABLE: ReadonlySet<unknown> = new Set(HIDEABLE_COLUMNS.map(({ name }) => name));

const STORAGE_KEY = ownName("task-list");

const GROUPINGS = ["due", "assignee", "label"] as const;
/** The field by which the table groups its rows; "" for no groups. */
export type Grouping = "" | (typeof GROUPINGS)[number];

/** How this browser shows the list. */
export interface ListView {
  layout: "cards" | "table";
  group: Grouping;
  /** The names of the table's hidden columns. */
  hidden: readonly string[];
  /** The keys of the groups of labels that have a column. */
  groups: readonly string[];
  /** Whether the table has low rows. */
  dense: boolean;
  /** The keys of the groups whose rows are hidden. */
  closed: readonly string[];
}

/** The maximum number of closed groups that are stored. Those closed last are kept. */
const CLOSED_MAX = 200;

/** The view of a first visit. */
export const CARDS: ListView = {
  layout: "cards",
  group: "",
  hidden: [],
  groups: [],
  dense: false,
  closed: ["past"],
};

/** The maximum number of groups of labels with a column: the titles need the width. */
export const GROUPS_MAX = 3;
/** Stands between groups in an address: no name of a group has it. */
const BETWEEN_GROUPS = ":";

const keysIn = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((key) => typeof key === "string") : [];

function cleaned(stored: unknown): ListView {
  if (!isObject(stored)) return CARDS;
  const { layout, group, hidden, dense, closed } = stored;
  return {
    layout: layout === "table" ? "table" : "cards",
    group: GROUPINGS.find((one) => one === group) ?? "",
    groups: keysIn(stored["groups"]).slice(-GROUPS_MAX),
    hidden: Array.isArray(hidden) ? hidden.filter((name) => HIDEABLE.has(name)) : [],
    dense: dense === true,
    closed: Array.isArray(closed) ? keysIn(closed).slice(-CLOSED_MAX) : CARDS.closed,
  };
}

/** The view of the last visit; cards by default, or if another program has stored the value. */
const storedView = (): ListView =>
  tryStorage(() => cleaned(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"))) ?? CARDS;

/** The grouping of the rows. It needs rows that are sorted by the same field. */
export const shownGrouping = ({ layout, group }: ListView, sort: Sort): Grouping =>
  layout === "table" && group === sortKeyOf(sort) ? group : "";

/** How a list shows its tasks, as the address of a saved view has it. */
export const lookOf = ({
  layout,
  group,
  hidden,
  groups,
  dense,
}: ListView): Record<string, string> => ({
  layout,
  group,
  hidden: hidden.join(),
  groups: groups.join(BETWEEN_GROUPS),
  dense: dense ? "true" : "",
});

/** The view that the address of a saved view has; nothing in any other address. */
function viewIn(search: string): Partial<ListView> {
  if (!isOfView(search)) return {};
  const params = new URLSearchParams(search);
  const hidden = (params.get("hidden") ?? "").split(",");
  const groups = (params.get("groups") ?? "").split(BETWEEN_GROUPS).filter(Boolean);
  const { closed: _closed, ...view } = cleaned({ ...Object.fromEntries(params), hidden, groups });
  return { ...view, dense: params.has("dense") };
}

/** The view, and a function that changes it: in the address of a saved view, or here and on the next visit. */
export function useListView(): [ListView, (change: Partial<ListView>) => void] {
  const [stored, setView] = useState(storedView);
  const search = useScreenSearch(paths.tasks);
  const navigate = useNavigate();
  const view = { ...stored, ...viewIn(search) };
  return [
    view,
    (change) => {
      if (isOfView(search) && !change.closed) {
        const look = lookOf({ ...view, ...change });
        const params = new URLSearchParams(search);
        for (const [name, value] of Object.entries(look)) params.set(name, value);
        return void navigate(`${paths.tasks}?${params}`, { replace: true });
      }
      const changed = { ...stored, ...change };
      setView(changed);
      tryStorage(() => localStorage.setItem(STORAGE_KEY, JSON.stringify(changed)));
    },
  ];
}

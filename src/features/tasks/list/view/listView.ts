import { useState } from "react";
import type { Sort } from "#contract/task.ts";
import { ownName } from "#lib/address/basePath.ts";
import { isObject } from "#lib/json.ts";
import { sortKeyOf } from "#lib/text/sortOrder.ts";
import { tryStorage } from "#lib/tryStorage.ts";
import { HIDEABLE_COLUMNS } from "./columns.ts";

const HIDEABLE: ReadonlySet<unknown> = new Set(HIDEABLE_COLUMNS.map(({ name }) => name));

const STORAGE_KEY = ownName("task-list");

/** The field by which the table groups its rows; "" for no groups. */
export type Grouping = "" | "due" | "assignee";

/** How this browser shows the list. */
export interface ListView {
  layout: "cards" | "table";
  group: Grouping;
  /** The names of the table's hidden columns. */
  hidden: readonly string[];
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
  dense: false,
  closed: ["past"],
};

function parse(json: string | null): ListView {
  const stored: unknown = json === null ? null : JSON.parse(json);
  if (!isObject(stored)) return CARDS;
  const { layout, group, hidden, dense, closed } = stored;
  return {
    layout: layout === "table" ? "table" : "cards",
    group: group === "due" || group === "assignee" ? group : "",
    hidden: Array.isArray(hidden) ? hidden.filter((name) => HIDEABLE.has(name)) : [],
    dense: dense === true,
    closed: Array.isArray(closed)
      ? closed.filter((key) => typeof key === "string").slice(-CLOSED_MAX)
      : CARDS.closed,
  };
}

/** The view of the last visit; cards by default, or if another program has stored the value. */
const storedView = (): ListView =>
  tryStorage(() => parse(localStorage.getItem(STORAGE_KEY))) ?? CARDS;

/** The grouping of the rows. It needs rows that are sorted by the same field. */
export const shownGrouping = ({ layout, group }: ListView, sort: Sort): Grouping =>
  layout === "table" && group === sortKeyOf(sort) ? group : "";

/** The view, and a function that changes it here and on the next visit. */
export function useListView(): [ListView, (change: Partial<ListView>) => void] {
  const [view, setView] = useState(storedView);
  return [
    view,
    (change) => {
      const changed = { ...view, ...change };
      setView(changed);
      tryStorage(() => localStorage.setItem(STORAGE_KEY, JSON.stringify(changed)));
    },
  ];
}

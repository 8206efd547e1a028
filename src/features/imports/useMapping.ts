import { useState } from "react";
import type {
  ColumnRole,
  DateOrder,
  ImportDetail,
  ImportRun,
  ListTarget,
} from "#contract/imports.ts";

/** The user's choices so far. The server's proposals apply to the rest. */
interface Choices {
  columns: Record<string, string>;
  lists: Record<string, string>;
  people: Record<string, string>;
  dates: DateOrder | null;
}

const encode = (pairs: Record<string, string>): string => new URLSearchParams(pairs).toString();

/** The mapping that the form shows. Every change makes the report out of date. */
export function useMapping(shown: ImportDetail) {
  // A reloaded draft has all choices of its last check.
  const [choices, setChoices] = useState<Choices>(() => ({
    columns: Object.fromEntries(shown.columns.map(({ role }, index) => [index, role])),
    lists: Object.fromEntries(shown.lists.map(({ key, target }) => [key, target])),
    people: {},
    dates: null,
  }));
  const [isChanged, setIsChanged] = useState(false);

  function choose(change: Partial<Choices>) {
    setChoices({ ...choices, ...change });
    setIsChanged(true);
  }

  const targets = new Map(shown.lists.map(({ key, target }) => [key, target]));
  const users = new Map(shown.people.map(({ key, user_id }) => [key, user_id ?? ""]));
  const request: Omit<ImportRun, "dry"> = {
    columns: encode(choices.columns),
    lists: encode(
      Object.fromEntries(Object.entries(choices.lists).filter(([key]) => targets.has(key))),
    ),
    people: encode({ ...Object.fromEntries(users), ...choices.people }),
    ...(choices.dates && { dates: choices.dates }),
  };
  return {
    request,
    /** Whether the report doesn't show the effect of the latest choice. */
    isChanged,
    checked: () => setIsChanged(false),
    roleOf: (index: number): string => choices.columns[index] ?? "keep",
    targetOf: (key: string): string => choices.lists[key] ?? targets.get(key) ?? "Todo",
    userOf: (key: string): string => choices.people[key] ?? users.get(key) ?? "",
    dates: choices.dates ?? shown.dates,
    chooseRole: (index: number, role: ColumnRole) => {
      const columns: Record<string, string> = { ...choices.columns, [index]: role };
      // Each field takes one column. The column that had the field before goes to the description.
      for (const [other, its] of Object.entries(columns)) {
        const isSame = its === role && role !== "keep" && role !== "ignore";
        if (isSame && other !== String(index)) columns[other] = "keep";
      }
      choose({ columns });
    },
    chooseTarget: (key: string, target: ListTarget) =>
      choose({ lists: { ...choices.lists, [key]: target } }),
    chooseUser: (key: string, user: string) =>
      choose({ people: { ...choices.people, [key]: user } }),
    chooseDates: (dates: DateOrder) => choose({ dates }),
  };
}

export type Mapping = ReturnType<typeof useMapping>;

import { useState } from "react";
import type { ColumnRole, DateOrder, ImportRun, ListTarget } from "#contract/imports.ts";
import type { ImportDetail } from "#contract/shapes/imports.ts";

/** The user's choices since the report. The server's proposals, or the report's mapping, apply to the rest. */
interface Choices {
  columns: Record<string, string>;
  lists: Record<string, string>;
  people: Record<string, string>;
  dates: DateOrder | null;
}

const NO_CHOICES: Choices = { columns: {}, lists: {}, people: {}, dates: null };

const encode = (pairs: Record<string, string>): string => new URLSearchParams(pairs).toString();

/** The mapping that the form shows. Without choices it is the one of the report. */
export function useMapping(shown: ImportDetail) {
  const [choices, setChoices] = useState(NO_CHOICES);

  const choose = (change: Partial<Choices>) => setChoices({ ...choices, ...change });

  const roles: Record<string, string> = {
    ...Object.fromEntries(shown.columns.map(({ role }, index) => [index, role])),
    ...choices.columns,
  };
  const targets = new Map(shown.lists.map(({ key, target }) => [key, target]));
  const users = new Map(shown.people.map(({ key, user_id }) => [key, user_id ?? ""]));
  const targetOf = (key: string): string => choices.lists[key] ?? targets.get(key) ?? "Todo";
  const dates = choices.dates ?? shown.dates;
  const request: Omit<ImportRun, "dry"> = {
    columns: encode(roles),
    lists: encode(Object.fromEntries([...targets.keys()].map((key) => [key, targetOf(key)]))),
    people: encode({ ...Object.fromEntries(users), ...choices.people }),
    ...(dates && { dates }),
  };
  return {
    request,
    /** Whether the report doesn't show the effect of the latest choice. */
    isChanged: choices !== NO_CHOICES,
    /** Call it when a check of `request` has ended. Choices that were made during it stay. */
    checked: () => setChoices((now) => (now === choices ? NO_CHOICES : now)),
    roleOf: (index: number): string => roles[index] ?? "keep",
    targetOf,
    userOf: (key: string): string => choices.people[key] ?? users.get(key) ?? "",
    dates,
    chooseRole: (index: number, role: ColumnRole) => {
      const columns: typeof roles = { ...roles, [index]: role };
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

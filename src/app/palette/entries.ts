import { paths } from "#lib/address/paths.ts";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { commandOf } from "#lib/commands/commands.ts";

export type EntryGroup = "Commands" | "Tasks" | "People" | "Teams";

/** An entry of the palette: a command to run, or an address to open. */
export interface PaletteEntry {
  id: string;
  group: EntryGroup;
  title: string;
  /** A detail that the title lacks, such as a task's status. */
  detail: string;
  keys?: string;
  target: { command: CommandName } | { to: string };
}

/** The parts of a task, a user or a team that an entry shows. */
interface Named {
  id: string;
  name: string;
  detail: string;
}

const isListed = (name: CommandName, onCard: boolean): boolean => {
  const { group, repeats } = commandOf(name);
  if (name === "palette" || repeats) return false;
  return onCard || group !== "With a task in focus";
};

export function commandEntries(names: readonly CommandName[], onCard: boolean): PaletteEntry[] {
  return names
    .filter((name) => isListed(name, onCard))
    .map((name) => {
      const { title, group, keys } = commandOf(name);
      return { id: name, group: "Commands", title, detail: group, keys, target: { command: name } };
    });
}

const linkEntry =
  (group: EntryGroup, path: (id: string) => string) =>
  ({ id, name, detail }: Named): PaletteEntry => ({
    id: `${group}-${id}`,
    group,
    title: name,
    detail,
    target: { to: path(id) },
  });

export const taskEntry = linkEntry("Tasks", paths.task);
export const personEntry = linkEntry("People", paths.userTasks);
export const teamEntry = linkEntry("Teams", paths.teamTasks);

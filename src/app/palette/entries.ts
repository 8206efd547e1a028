import { COMMANDS, type CommandName } from "#lib/commands.ts";
import { paths } from "#lib/paths.ts";

export type EntryGroup = "Commands" | "Tasks" | "People" | "Teams";

/** What the palette offers: a command to run, or an address to open. */
export interface Entry {
  id: string;
  group: EntryGroup;
  title: string;
  /** What the title doesn't say, such as a task's status. */
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
  const { group, ...command } = COMMANDS[name];
  if (name === "palette" || "repeats" in command) return false;
  return onCard || group !== "With a card in focus";
};

export function commandEntries(names: readonly CommandName[], onCard: boolean): Entry[] {
  return names
    .filter((name) => isListed(name, onCard))
    .map((name) => {
      const { title, group, keys } = COMMANDS[name];
      return { id: name, group: "Commands", title, detail: group, keys, target: { command: name } };
    });
}

const linkEntry =
  (group: EntryGroup, path: (id: string) => string) =>
  ({ id, name, detail }: Named): Entry => ({
    id: `${group}-${id}`,
    group,
    title: name,
    detail,
    target: { to: path(id) },
  });

export const taskEntry = linkEntry("Tasks", paths.task);
export const personEntry = linkEntry("People", (id) => `${paths.tasks}?assignee=${id}`);
export const teamEntry = linkEntry("Teams", (id) => `${paths.tasks}?team=${id}`);

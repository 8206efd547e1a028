import { COLUMN_LABELS } from "#contract/board.ts";
import type { ListedTask, TaskSummary } from "#contract/shapes/task.ts";
import type { SavedView } from "#contract/shapes/view.ts";
import { viewPath } from "#features/views/viewAddress.ts";
import { paths, taskListPath } from "#lib/address/paths.ts";
import type { CommandName } from "#lib/commands/commandKeys.ts";
import { commandOf } from "#lib/commands/commands.ts";
import { chooseTheme, THEMES } from "#lib/theme/theme.ts";
import { copyLink } from "#ui/toasts/copyLink.ts";
import { ADMIN_ACTIONS, pressButton, pressLogout, screenActions } from "./screenActions.ts";

export type EntryGroup = "Recent" | "Commands" | "Views" | "People" | "Teams" | "Labels" | "Tasks";

/** An entry of the palette: an action, or an address to open. */
export interface PaletteEntry {
  id: string;
  group: EntryGroup;
  title: string;
  /** A detail that the title lacks, such as a task's status. */
  detail: string;
  /** Why the entry matches, if its title doesn't show it. */
  reason?: string;
  keys?: string;
  target: { command: CommandName } | { to: string; button?: string } | { run: () => void };
}

/** The parts of a user, a team or a label that an entry shows. */
interface Named {
  id: string;
  name: string;
  detail: string;
}

/** Arrows, Home and End are no commands that anybody looks for. */
const isListed = (name: CommandName, canChange: boolean): boolean => {
  const { group, keys } = commandOf(name);
  if (name === "palette" || /(Arrow|Home|End)/.test(keys)) return false;
  return canChange || group !== "With a task in focus";
};

function commandEntries(names: readonly CommandName[], canChange: boolean): PaletteEntry[] {
  return names
    .filter((name) => isListed(name, canChange))
    .map((name) => {
      const { title, group, keys } = commandOf(name);
      return { id: name, group: "Commands", title, detail: group, keys, target: { command: name } };
    });
}

const action = (title: string, detail: string, target: PaletteEntry["target"]): PaletteEntry => ({
  id: `action ${title}`,
  group: "Commands",
  title,
  detail,
  target,
});

/** Every action: the commands, the buttons of the screen and of the frame, and those of admins' screens. */
export function actionEntries(
  names: readonly CommandName[],
  {
    canChange,
    isAdmin,
    taskPath,
  }: { canChange: boolean; isAdmin: boolean; taskPath: string | null },
): PaletteEntry[] {
  const shown = screenActions().map((text) =>
    action(text, "On this screen", { run: () => pressButton(text) }),
  );
  const others: PaletteEntry[] = [
    ...(taskPath === null
      ? []
      : [
          action("Copy the link of this task", "On this screen", { run: () => copyLink(taskPath) }),
        ]),
    ...(isAdmin
      ? [
          ...ADMIN_ACTIONS.map(([text, to]) => action(text, "Admin", { to, button: text })),
          action("Import", "Admin", { to: paths.import }),
          action("Webhooks", "Admin", { to: paths.webhooks }),
          action("Labels", "Admin", { to: paths.labels }),
        ]
      : []),
    ...THEMES.map((theme) =>
      action(`Theme: ${theme}`, "Everywhere", { run: () => chooseTheme(theme) }),
    ),
    action("Log out", "Everywhere", { run: pressLogout }),
  ];
  const known = new Set(shown.map(({ id }) => id));
  return [
    ...commandEntries(names, canChange),
    ...shown,
    ...others.filter(({ id }) => !known.has(id)),
  ];
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

export const viewEntry = (view: SavedView): PaletteEntry => ({
  id: `Views-${view.id}`,
  group: "Views",
  title: view.name,
  detail: view.shared ? (view.owner?.name ?? "Shared") : "Only you",
  target: { to: viewPath(view) },
});

export const personEntry = linkEntry("People", paths.userTasks);
export const teamEntry = linkEntry("Teams", paths.teamTasks);
export const labelEntry = linkEntry("Labels", (label) => taskListPath({ label }));

/** A task. One that the server has found says where, unless that is its title. */
export function taskEntry({
  id,
  title,
  status,
  found,
  excerpt = "",
}: TaskSummary & Pick<ListedTask, "found" | "excerpt">): PaletteEntry {
  const reason = found === "comment" ? excerpt : "In the description";
  return {
    id: `Tasks-${id}`,
    group: "Tasks",
    title,
    detail: COLUMN_LABELS[status],
    ...((found === "comment" || found === "description") && { reason }),
    target: { to: paths.task(id) },
  };
}

import { expect } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import type { TaskInput } from "#contract/task.ts";
import type { Role } from "#contract/user.ts";
import type { Backend } from "../backend.ts";
import { openBackend, renderApp } from "../renderApp.tsx";
import { pick } from "./pick.ts";
import { addTasks, results, THREE_TASKS } from "./taskList.tsx";

/** Opens the task list with tasks whose checkboxes show. */
export async function openList(
  tasks: readonly Partial<TaskInput>[],
  as: Role = "member",
  path = "/tasks",
) {
  const backend = await openBackend();
  const added = await addTasks(backend, ...tasks);
  const app = await renderApp({ path, as, backend });
  await screen.findByRole("heading", { name: "All Tasks" });
  await waitFor(() => expect(results().queryAllByRole("checkbox")).not.toHaveLength(0));
  return { ...app, added };
}

export const box = (title: string) => screen.getByRole("checkbox", { name: `Select ${title}` });

/** What the bar of the selected tasks shows. */
export const bar = async () =>
  within(await screen.findByRole("region", { name: "Selected tasks" }));
export const button = async (name: string | RegExp) =>
  await (await bar()).findByRole("button", { name });
export const toast = async (text: string | RegExp) =>
  await within(screen.getByRole("region", { name: "Notifications" })).findByText(text);
export const undoButton = () =>
  within(screen.getByRole("region", { name: "Notifications" })).getByRole("button", {
    name: "Undo",
  });

/** The titles of the selected tasks. */
export const ticked = () =>
  results()
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map((it) => it.getAttribute("aria-label")?.replace("Select ", ""));

/** The tasks in the database, the oldest first. */
export const saved = async (backend: Backend) =>
  await backend.db.selectFrom("tasks").selectAll().orderBy("created_at").execute();

type App = Awaited<ReturnType<typeof openList>>;

/** Picks a value in a menu of the bar. */
export async function choose({ user }: Pick<App, "user">, menu: string, item: string | RegExp) {
  await pick(user, await button(menu), item);
}

/** Selects the three tasks. */
export async function selectAll({ user }: Pick<App, "user">) {
  for (const { title } of THREE_TASKS) await user.click(box(title));
}

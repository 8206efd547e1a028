import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { Backend } from "../backend.ts";
import { pick } from "./pick.ts";
import { results, THREE_TASKS } from "./taskList.tsx";

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
/** The buttons of the toast with this text. */
export const buttonsOf = async (text: string) =>
  within(
    await toast(text).then((it) => it.closest<HTMLElement>("[data-toast]") ?? it),
  ).getAllByRole("button");

/** The titles of the selected tasks. */
export const ticked = () =>
  results()
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map((it) => it.getAttribute("aria-label")?.replace("Select ", ""));

/** The tasks in the database, the oldest first. */
export const saved = async (backend: Backend) =>
  await backend.db.selectFrom("tasks").selectAll().orderBy("created_at").execute();

interface App {
  user: UserEvent;
}

/** Picks a value in a menu of the bar. */
export async function choose({ user }: App, menu: string, item: string | RegExp) {
  await pick(user, await button(menu), item);
}

/** Selects the three tasks. */
export async function selectAll({ user }: App) {
  for (const { title } of THREE_TASKS) await user.click(box(title));
}

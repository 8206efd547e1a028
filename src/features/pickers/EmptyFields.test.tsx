import { expect, it, jest } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { boundCommands } from "#lib/commands/useCommand.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { createTask, createTeam } from "#testing/screens/create.ts";
import { pick } from "#testing/screens/pick.ts";

const EMPTY = ["Set assignee", "Set due date", "Set team"];

const focused = () => document.activeElement as HTMLElement;

const rowOf = (title: string) =>
  screen.getByRole("link", { name: title }).closest<HTMLElement>("[data-card]")!;

/** The empty fields of a card or row that are buttons now. */
const offered = (title: string) =>
  within(rowOf(title))
    .queryAllByRole("button", { name: /^Set / })
    .map((button) => button.getAttribute("aria-label") ?? "")
    .toSorted((a, b) => a.localeCompare(b));

async function openTasks(path: string) {
  const backend = await openBackend();
  const admin = await backend.as("admin");
  await createTeam(admin, "Garden");
  for (const title of ["Feed the cat", "Water the plants"])
    await createTask(admin, title, { assignee_id: null });
  const app = await renderApp({ path, as: "admin", backend });
  await screen.findByRole("link", { name: "Feed the cat" });
  await waitFor(() => expect(boundCommands()).toContain("cardDelete"));
  return { ...app, backend };
}

async function fillByMouse(user: UserEvent, title: string) {
  const row = within(rowOf(title));
  await user.hover(rowOf(title));
  expect(offered(title)).toEqual(EMPTY);
  await pick(user, row.getByRole("button", { name: "Set assignee" }), "Me");
  expect(offered(title)).toEqual(["Set due date", "Set team"]);
  await waitFor(() => expect(screen.getByRole("link", { name: title })).toHaveFocus());
  await pick(user, row.getByRole("button", { name: "Set due date" }), /^Tomorrow/);
  await pick(user, row.getByRole("button", { name: "Set team" }), "Garden");
  expect(offered(title)).toEqual([]);
  expect(row.getByTitle("Team Garden")).toBeVisible();
}

it.each([
  ["board", "/kanban"],
  ["list", "/tasks"],
  ["table", "/tasks"],
])(
  "in the %s the empty fields of the card or row under the pointer or in focus are buttons, which take two clicks each",
  async (view, path) => {
    const { user } = await openTasks(path);
    if (view === "table") await user.click(await screen.findByRole("button", { name: "Table" }));
    expect(offered("Feed the cat")).toEqual([]);
    await fillByMouse(user, "Feed the cat");
    expect(offered("Water the plants")).toEqual([]);
    act(() => screen.getByRole("link", { name: "Water the plants" }).focus());
    expect(offered("Water the plants")).toEqual(EMPTY);
    // The focused card has a key for each field.
    for (const button of within(rowOf("Water the plants")).getAllByRole("button", {
      name: /^Set /,
    }))
      expect(button).toHaveAttribute("tabindex", "-1");
  },
);

it("a card's menu sets the team, copies the link and deletes the task after a question, and so do keys", async () => {
  const { user, backend } = await openTasks("/kanban");
  const writeText = jest.spyOn(navigator.clipboard, "writeText");
  const choose = async (name: string) => {
    await user.click(screen.getByRole("button", { name: "Actions (Feed the cat)" }));
    await user.click(await screen.findByRole("menuitem", { name }));
  };
  await choose("Team…");
  await user.click(await screen.findByRole("option", { name: "Garden" }));
  expect(await screen.findByTitle("Team Garden")).toBeVisible();
  await choose("Copy link");
  expect(await screen.findByText("Link copied")).toBeVisible();
  expect(writeText).toHaveBeenLastCalledWith(
    screen.getByRole<HTMLAnchorElement>("link", { name: "Feed the cat" }).href,
  );
  await choose("Delete…");
  const question = "Are you sure you want to delete this task? This action cannot be undone.";
  expect(await screen.findByText(question)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Task deleted successfully")).toBeVisible();
  await waitFor(() => expect(rowOf("Water the plants")).toContainElement(focused()));
  await user.keyboard("{Delete}");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("article")).not.toBeInTheDocument());
  expect(backend.callsOf("DELETE /api/tasks/{id}")).toHaveLength(2);
});

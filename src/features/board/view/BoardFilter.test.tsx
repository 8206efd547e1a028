import { beforeEach, expect, it } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { selectBoardFiltersState } from "#features/board/filter/boardFilterSelectors.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { column, moveByMenu, titles } from "#testing/boardScreen.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

let backend: Backend;
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
});

async function add(title: string, more: object = {}): Promise<string> {
  backend.clock.advance(1000);
  const task = { title, description: "", status: "Todo", priority: "Medium", ...more };
  const { body } = await grace.call("POST", "/api/tasks", task);
  return (body as { task: { id: string } }).task.id;
}

const open = (path = "/kanban") => renderApp({ path, as: "member", backend });
const searchBox = () => screen.findByRole("searchbox", { name: "Search the board" });

it("filters at every key typed in the search box, counts the matches, and resets", async () => {
  await add("Feed the cat");
  await add("Water the plants");
  await add("Water the cat", { status: "Done" });
  const { user } = await open();
  await user.type(await searchBox(), "cat");
  expect(titles("To Do")).toEqual(["Feed the cat"]);
  expect(column("To Do")).toHaveTextContent("To Do1 of 2");
  expect(column("In Progress")).toHaveTextContent("No tasks");
  expect(await screen.findByText("2 of 3 tasks")).toBeVisible();
  await user.type(await searchBox(), " feed");
  expect(titles("Done")).toEqual([]);
  const empty = column("Done");
  expect(empty).toHaveTextContent("No tasks match the filters");
  await user.click(within(empty).getByRole("button", { name: "Reset" }));
  expect(titles("Done")).toEqual(["Water the cat"]);
  expect(await searchBox()).toHaveValue("");
});

it("shows only the user's own tasks, with a chip that removes the filter", async () => {
  await add("Hers");
  const { user, store } = await open();
  await user.click(await screen.findByRole("button", { name: "Filter" }));
  await user.click(screen.getByRole("button", { name: "My tasks" }));
  expect(titles("To Do")).toEqual([]);
  expect(selectBoardFiltersState(store.getState()).query.filters.assignee).not.toBe("");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Remove filter: My tasks" }));
  expect(titles("To Do")).toEqual(["Hers"]);
});

it("opens with the filters of the address", async () => {
  await add("Feed the cat", { priority: "High" });
  await add("Water the plants");
  await open("/kanban?priority=High");
  await screen.findByRole("link", { name: "Feed the cat" });
  expect(titles("To Do")).toEqual(["Feed the cat"]);
  expect(screen.getByRole("button", { name: "Remove filter: High priority" })).toBeVisible();
});

it("keeps a card that a move takes out of the filters, marked, on top of its column", async () => {
  await add("Feed the cat");
  await backend.db.updateTable("tasks").set({ due_date: "2026-03-20" }).execute();
  await add("Sweep the yard", { status: "Done" });
  const { user } = await open("/kanban?overdue=true");
  await screen.findByRole("link", { name: "Feed the cat" });
  expect(column("Done")).toHaveTextContent("The due date filter leaves out done tasks");
  await moveByMenu(user, "Feed the cat", "Done");
  expect(titles("Done")).toEqual(["Feed the cat"]);
  expect(column("Done")).toHaveTextContent("No longer matches");
  expect(column("Done")).toHaveTextContent("Done1 of 2");
  await user.click(screen.getByRole("button", { name: "Remove filter: Overdue" }));
  await waitFor(() => expect(titles("Done")).toEqual(["Feed the cat", "Sweep the yard"]));
  expect(screen.queryByText("No longer matches")).toBeNull();
});

import { beforeEach, expect, it, jest } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { COLUMN_MAX } from "#contract/board.ts";
import type { BoardResponse } from "#contract/shapes/board.ts";
import type { Task } from "#contract/shapes/task.ts";
import { dragEnded, dragStarted } from "#features/board/data/boardSlice.ts";
import { selectBoardFiltersState } from "#features/board/filter/boardFiltersSlice.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { column, moveByMenu, titles } from "#testing/screens/boardScreen.ts";

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

it("filters at every key typed in the search box, counts the matches, resets, and shows only the user's own tasks until its chip is removed", async () => {
  await add("Feed the cat");
  await add("Water the plants");
  await add("Water the cat", { status: "Done" });
  const { user, store } = await open();
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

  await user.click(await screen.findByRole("button", { name: "Filter" }));
  await user.click(screen.getByRole("button", { name: "My tasks" }));
  expect(titles("Done")).toEqual([]);
  expect(selectBoardFiltersState(store.getState()).query.filters.assignee).not.toBe("");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Remove filter: My tasks" }));
  expect(titles("Done")).toEqual(["Water the cat"]);
});

it("opens with the filters of the address, and says that only the latest tasks of a very large board are searched and counted", async () => {
  await add("Feed the cat", { priority: "High" });
  const { body } = await grace.call("GET", "/api/kanban/board?descriptions=none");
  const { board } = body as BoardResponse;
  const others = Array.from({ length: COLUMN_MAX - 1 }, (_, index) => ({
    ...(board.Todo[0] as Task),
    id: `task-${index}`,
    priority: "Low",
  }));
  const Todo = [...board.Todo, ...others];
  backend.answer("GET /api/kanban/board", {
    ...(body as BoardResponse),
    board: { ...board, Todo },
  });
  const { user } = await open("/kanban?priority=High");
  expect(
    await screen.findByText("1 of the latest 5,000 tasks; older ones are only in the list"),
  ).toBeVisible();
  expect(titles("To Do")).toEqual(["Feed the cat"]);
  await user.click(screen.getByRole("button", { name: "Remove filter: High priority" }));
  const link = await screen.findByRole("link", { name: "5,000+" });
  expect(link).toHaveAttribute("href", "/tasks?status=Todo");
  expect(link).toHaveAccessibleDescription(
    "The latest 5,000 tasks; older ones are only in the list",
  );
});

it("takes selected cards out of the selection that a filter hides or somebody deletes", async () => {
  const cat = await add("Feed the cat");
  await add("Water the plants");
  const { user } = await open();
  const link = async (name: string) => await screen.findByRole("link", { name: new RegExp(name) });
  for (const name of ["Feed the cat", "Water the plants"]) {
    const card = await link(name);
    act(() => card.focus());
    await user.keyboard("x");
  }
  const bar = await screen.findByRole("region", { name: "Selected cards" });
  await waitFor(() => expect(bar).toHaveTextContent("2 selected"));
  await user.type(await searchBox(), "cat");
  await waitFor(() => expect(bar).toHaveTextContent("1 selected"));
  await user.click(within(bar).getByRole("button", { name: "Priority" }));
  await user.click(await screen.findByRole("option", { name: "High" }));
  const priorities = async () =>
    await backend.db.selectFrom("tasks").select("priority").orderBy("title").execute();
  await waitFor(async () =>
    expect(await priorities()).toEqual([{ priority: "High" }, { priority: "Medium" }]),
  );
  await grace.call("DELETE", `/api/tasks/${cat}`);
  fireEvent.focus(window);
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selected cards" })).toBeNull());
});

it("hides cards after a lift by keyboard without complaints of the drag-and-drop library", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  await add("Feed the cat");
  await add("Water the plants");
  const { user, store } = await open();
  const card = await screen.findByRole("link", { name: "Feed the cat" });
  act(() => card.focus());
  await user.keyboard(" ");
  // jsdom has no layout to drag in, so only the board learns of the drag.
  await waitFor(() => expect(card).toHaveAttribute("data-rfd-drag-handle-draggable-id"));
  act(() => void store.dispatch(dragStarted({ cardId: "any" })));
  act(() => void store.dispatch(dragEnded()));
  await user.type(await searchBox(), "water");
  expect(titles("To Do")).toEqual(["Water the plants"]);
  // On a busy machine Redux Toolkit warns of slow checks.
  const texts = warn.mock.calls.map(([text]) => String(text));
  expect(texts.filter((text) => text.includes("@hello-pangea/dnd"))).toEqual([]);
  warn.mockRestore();
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

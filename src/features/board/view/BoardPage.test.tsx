import { beforeEach, expect, it } from "@jest/globals";
import { addListener, isAnyOf } from "@reduxjs/toolkit";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { TaskStatus } from "#contract/task.ts";
import { DAY_MS } from "#contract/time.ts";
import { dragEnded, dragStarted } from "#features/board/data/boardSlice.ts";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import { refused } from "#features/changes/queue/changesSlice.ts";
import { sent } from "#features/changes/queue/wholeSlice.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { column, moveByMenu, titles } from "#testing/screens/boardScreen.ts";

const BOARD = "GET /api/kanban/board";
const MOVE = "PATCH /api/kanban/{id}/status";

let backend: Backend;
/** A colleague, who adds tasks and reads the server's board. */
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
});

async function add(title: string, status: TaskStatus = "Todo", more: object = {}): Promise<string> {
  backend.clock.advance(1000);
  const task = { title, description: "", status, priority: "High", ...more };
  const { body } = await grace.call("POST", "/api/tasks", task);
  return (body as { task: { id: string } }).task.id;
}

const open = () => renderApp({ path: "/kanban", as: "member", backend });
const card = (title: string) => screen.findByRole("link", { name: title });

it("shows the three columns with their cards and counts, and marks open tasks past their due dates in words", async () => {
  const id = await add("Feed the cat", "Todo", { due_date: "2099-03-08" });
  const late = [await add("Mow", "In Progress"), await add("Water the plants", "Done")];
  const past = backend.db.updateTable("tasks").set({ due_date: "2026-03-20" });
  await past.where("id", "in", late).execute();
  await open();
  expect(await card("Feed the cat")).toHaveAttribute("href", `/tasks/${id}`);
  expect(screen.getByRole("heading", { level: 1, name: "Kanban Board" })).toBeVisible();
  expect(screen.getByText("Drag and drop tasks between columns")).toBeVisible();
  expect(column("To Do")).toHaveTextContent("To Do1 task");
  expect(titles("To Do")).toEqual(["Feed the cat"]);
  expect(titles("Done")).toEqual(["Water the plants"]);
  expect(column("In Progress")).toHaveTextContent("Due Mar 20, 2026 Overdue");
  expect(column("Done")).not.toHaveTextContent("Overdue");
  const feed = within(column("To Do")).getByRole("listitem");
  expect(feed).toHaveTextContent("High");
  expect(feed).toHaveTextContent("Due Mar 08, 2099");
  expect(feed).not.toHaveTextContent("Overdue");
  expect(await within(feed).findByRole("img", { name: "Grace Hopper" })).toHaveTextContent("GH");
});

it("says from three days on how long an open card is in its column, and no longer after a move", async () => {
  await add("Feed the cat", "In Progress");
  await add("Mow", "Done");
  await add("Sweep the yard");
  const arrived = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  await backend.db
    .updateTable("tasks")
    .set({ status_changed_at: arrived(4) })
    .execute();
  const { user } = await open();
  await card("Feed the cat");
  expect(column("In Progress")).toHaveTextContent("4 days in progress");
  expect(column("To Do")).toHaveTextContent("4 days in To Do");
  expect(screen.getAllByText(/\d days in/)).toHaveLength(2);
  await moveByMenu(user, "Feed the cat", "To Do");
  await waitFor(() => expect(titles("To Do")).toEqual(["Feed the cat", "Sweep the yard"]));
  expect(screen.getAllByText(/\d days in/)).toHaveLength(1);
});

it("shows the cards of the person whose face is pressed, of the next one by an arrow key, and of all again", async () => {
  await add("Feed the cat", "Todo", { assignee_id: grace.user.id });
  await add("Mow", "In Progress", { assignee_id: null });
  const { user } = await open();
  const faces = within(await screen.findByRole("group", { name: "People with cards" }));
  const names = faces.getAllByRole("button").map((face) => face.title);
  expect(names).toEqual(["Unassigned", "Grace Hopper"]);
  await user.click(faces.getByRole("button", { name: "Unassigned" }));
  expect([titles("To Do"), titles("In Progress")]).toEqual([[], ["Mow"]]);
  await user.keyboard("{ArrowRight}");
  expect([titles("To Do"), titles("In Progress")]).toEqual([["Feed the cat"], []]);
  const pressed = faces.getByRole("button", { pressed: true });
  expect(pressed).toHaveAccessibleName("Grace Hopper");
  expect(pressed).toHaveFocus();
  await user.click(pressed);
  expect([titles("To Do"), titles("In Progress")]).toEqual([["Feed the cat"], ["Mow"]]);
});

it("shows an error with a retry if the board cannot be loaded, and offers to create a task while it has none", async () => {
  backend.fail(BOARD, { status: 500, body: { error: "Something went wrong" } });
  const { user } = await open();
  await screen.findByRole("button", { name: "Try again" });
  // Both the page and a toast show the error.
  await waitFor(() => expect(screen.getAllByText("Failed to load kanban board")).toHaveLength(2));
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await user.click(await screen.findByRole("button", { name: "+ Create Task" }));
  const title = await screen.findByRole("textbox", { name: "Title of a new task in To Do" });
  await user.type(title, "Feed the cat{Enter}");
  await waitFor(async () => expect(await card("Feed the cat")).toBeVisible());
  expect(screen.queryByRole("button", { name: "+ Create Task" })).toBeNull();
});

it("moves a card immediately, sends the move, and keeps the focus on the card", async () => {
  await add("Feed the cat");
  await add("Water the plants", "Done");
  const { user } = await open();
  await card("Feed the cat");
  backend.clock.advance(1000);
  const loads = backend.callsOf(BOARD).length;
  const { release } = backend.delay(MOVE);
  await moveByMenu(user, "Feed the cat", "Done");
  expect(titles("Done")).toEqual(["Feed the cat", "Water the plants"]);
  expect(column("To Do")).toHaveTextContent("No tasks");
  expect(screen.getByRole("link", { name: "Feed the cat" })).toHaveFocus();
  expect(screen.queryByText(/^Task moved/)).toBeNull();
  release();
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  // A confirmed move needs no new board.
  expect(backend.callsOf(BOARD)).toHaveLength(loads);
  const { body } = await grace.call("GET", "/api/kanban/board");
  expect(body).toMatchObject({ board: { Todo: [], Done: [{ title: "Feed the cat" }, {}] } });
});

it("a failed move puts the card back, shows an error, and refetches the board; its request, actions and toast have one id", async () => {
  await add("Feed the cat");
  const { user, store } = await open();
  await card("Feed the cat");
  await add("Bake bread");
  const ids: unknown[] = [];
  const isOwn = isAnyOf(sent, refused);
  store.dispatch(
    addListener({
      predicate: (action) =>
        isOwn(action) && "requestId" in action.payload && ids.push(action.payload.requestId) < 0,
      effect: () => undefined,
    }),
  );
  backend.fail(MOVE, { status: 500 });
  await moveByMenu(user, "Feed the cat", "Done");
  const toast = (await screen.findByText("Failed to update task status")).closest("[data-toast]");
  const id = backend.callsOf(MOVE)[0]?.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(ids).toEqual([id, id]);
  expect(toast).toHaveAttribute("data-toast", id);
  expect(titles("Done")).toEqual([]);
  await waitFor(() => expect(titles("To Do")).toEqual(["Bake bread", "Feed the cat"]));
});

it("refetches the board to learn the outcome of a move without a response, and shows it", async () => {
  await add("Feed the cat");
  const { user } = await open();
  await card("Feed the cat");
  const held = backend.delay(BOARD, 1);
  backend.fail(MOVE, "lost");
  await moveByMenu(user, "Feed the cat", "Done");
  await held.arrived;
  expect(titles("Done")).toEqual(["Feed the cat"]);
  expect(screen.queryByText(/^Task moved|^Failed/)).toBeNull();
  held.release();
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  expect(screen.queryByText(/^Failed/)).toBeNull();
  expect(titles("Done")).toEqual(["Feed the cat"]);
  expect(backend.callsOf(MOVE)).toHaveLength(1);
});

it("does not change the board during a drag", async () => {
  await add("Feed the cat");
  const id = await add("Water the plants");
  const { store } = await open();
  await card("Feed the cat");
  act(() => void store.dispatch(dragStarted({ cardId: "another" })));
  act(() => {
    const plants = { id, title: "Water the plants", status: "Todo" } as const;
    store.dispatch(requestMoves([plants], "Done", "menu"));
  });
  await screen.findByText("Task moved to Done");
  expect(titles("Done")).toEqual([]);
  act(() => void store.dispatch(dragEnded()));
  expect(titles("Done")).toEqual(["Water the plants"]);
});

/** All done tasks were done 15 days earlier. */
async function finishLongAgo(): Promise<void> {
  const tasks = await backend.db.selectFrom("tasks").select(["id", "status_changed_at"]).execute();
  for (const { id, status_changed_at } of tasks) {
    const earlier = Date.parse(status_changed_at) - 15 * 24 * 60 * 60 * 1000;
    await backend.db
      .updateTable("tasks")
      .set({ status_changed_at: new Date(earlier).toISOString() })
      .where("id", "=", id)
      .execute();
  }
}

it("shows the tasks done in the last 14 days, and older ones when a button is pressed; the counts include both, and follow a filter", async () => {
  await add("Done long ago", "Done");
  await add("Done before", "Done");
  await finishLongAgo();
  await add("Feed the cat");
  const { user } = await open();
  await card("Feed the cat");
  expect(column("Done")).toHaveTextContent("Nothing was done in the last 14 days");
  await moveByMenu(user, "Feed the cat", "Done");
  expect(titles("Done")).toEqual(["Feed the cat"]);
  expect(column("Done")).toHaveTextContent("Done3 tasks");
  const search = await screen.findByRole("searchbox", { name: "Search the board" });
  await user.type(search, "long");
  expect(await screen.findByRole("button", { name: "Show 1 older" })).toBeVisible();
  await user.clear(search);
  await user.click(await screen.findByRole("button", { name: "Show 2 older" }));
  expect(titles("Done")).toEqual(["Feed the cat", "Done before", "Done long ago"]);
  await waitFor(() => expect(screen.getByRole("link", { name: "Done before" })).toHaveFocus());
});

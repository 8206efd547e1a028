import { beforeEach, expect, it } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import type { BoardResponse } from "#contract/shapes/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { dragEnded, dragStarted } from "#features/board/data/boardSlice.ts";
import { columnSelectors } from "#features/changes/shown/shownBoard.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { moveByMenu, titles } from "#testing/screens/boardScreen.ts";
import { requestMoves } from "./requestChanges.ts";
import { undoNewest } from "./undo.ts";

const BOARD = "GET /api/kanban/board";
const MOVE = "PATCH /api/kanban/{id}/status";

let backend: Backend;
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
});

async function add(title: string, status: TaskStatus = "Todo"): Promise<string> {
  backend.clock.advance(1000);
  const { body } = await grace.call("POST", "/api/tasks", { title, status, priority: "High" });
  return (body as { task: { id: string } }).task.id;
}

const open = () => renderApp({ path: "/kanban", as: "member", backend });

async function onServer(id: string): Promise<string> {
  const { body } = await grace.call("GET", `/api/tasks/${id}`);
  return (body as { task: { status: string } }).task.status;
}

const undoKey = (init: object = { ctrlKey: true }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "z", ...init });

it("the toast's Undo button closes the toast, and puts the card back in its place, before and after the server confirms it", async () => {
  for (const title of ["Bottom", "Middle", "Top"]) await add(title);
  const { user } = await open();
  await moveByMenu(user, "Middle", "Done");
  expect(await screen.findByText("Task moved to Done")).toBeVisible();
  const { release } = backend.delay(MOVE);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(titles("To Do")).toEqual(["Top", "Middle", "Bottom"]);
  release();
  expect(await screen.findByText("Task moved to Todo")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Task moved to Done")).toBeNull());
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(screen.getByRole("link", { name: "Middle" })).toHaveFocus();
  expect(titles("To Do")).toEqual(["Top", "Middle", "Bottom"]);
  const { body } = await grace.call("GET", BOARD.replace("GET ", ""));
  const { board } = body as BoardResponse;
  expect(board.Todo.map(({ title }) => title)).toEqual(["Top", "Middle", "Bottom"]);
});

it("moves to one column share a toast with the cards' titles until it is dismissed, and its Undo undoes them all", async () => {
  const titlesOfAll = ["Feed the cat", "Water the plants", "Post a letter"];
  const ids = await Promise.all(titlesOfAll.map((title) => add(title)));
  await add("Wind the clock");
  const { user } = await open();
  await moveByMenu(user, "Wind the clock", "Done");
  await screen.findByText("Task moved to Done");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  for (const title of titlesOfAll) await moveByMenu(user, title, "Done");
  const text = await screen.findByText("3 tasks moved to Done");
  expect(text.nextSibling).toHaveTextContent("Post a letter · Water the plants · Feed the cat");
  // The dismissed toast fades out first.
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(titles("Done")).toEqual(["Wind the clock"]);
  expect(await screen.findByText("3 tasks moved to Todo")).toBeVisible();
  expect(await Promise.all(ids.map(onServer))).toEqual(["Todo", "Todo", "Todo"]);
});

it("Ctrl+Z or Cmd+Z undoes moves one by one, newest first, but not Ctrl+Shift+Z, and not in dialogs and during a drag", async () => {
  await add("Feed the cat");
  await add("Water the plants");
  const { store, user } = await open();
  await moveByMenu(user, "Feed the cat", "In Progress");
  await moveByMenu(user, "Feed the cat", "Done");
  await moveByMenu(user, "Water the plants", "Done");
  undoKey({ ctrlKey: true, shiftKey: true });
  undoKey({});
  act(() => void store.dispatch(dragStarted({ cardId: "another" })));
  undoKey();
  act(() => void store.dispatch(dragEnded()));
  await user.keyboard("?");
  expect(await screen.findByRole("dialog")).toHaveTextContent("Undo the last move");
  undoKey();
  await user.keyboard("{Escape}");
  expect(titles("Done")).toEqual(["Water the plants", "Feed the cat"]);

  undoKey();
  expect(titles("To Do")).toEqual(["Water the plants"]);
  undoKey({ metaKey: true });
  expect(titles("In Progress")).toEqual(["Feed the cat"]);
  undoKey();
  undoKey();
  expect(titles("To Do")).toEqual(["Water the plants", "Feed the cat"]);
  expect(await screen.findByText("2 tasks moved to Todo")).toBeVisible();
});

it("does not undo a move if another user has moved the card since, and shows why", async () => {
  const id = await add("Feed the cat");
  await add("Water the plants");
  const { store, user } = await open();
  await moveByMenu(user, "Water the plants", "In Progress");
  await moveByMenu(user, "Feed the cat", "Done");
  await screen.findByText("Task moved to Done");
  await grace.call("PATCH", `/api/kanban/${id}/status`, { status: "In Progress" });
  const { initiate } = boardApi.endpoints.getBoard;
  await act(async () => {
    await store.dispatch(initiate(undefined, { forceRefetch: true, subscribe: false }));
  });
  await waitFor(() => expect(titles("Done")).toEqual([]));
  const moved = backend.callsOf(MOVE).length;
  const toast = screen.queryByText("Task moved to Done");
  expect(toast?.parentElement?.textContent ?? "").not.toContain("Undo");
  undoKey();
  expect(
    await screen.findByText('Nothing undone: "Feed the cat" has been moved since'),
  ).toBeVisible();
  expect(backend.callsOf(MOVE)).toHaveLength(moved);
  // The next undo reverts the move before it.
  undoKey();
  expect(titles("To Do")).toEqual(["Water the plants"]);
});

it("names the task's version in the undo of a move, so that a move in between stays", async () => {
  const id = await add("Feed the cat");
  const { user } = await open();
  await moveByMenu(user, "Feed the cat", "Done");
  await screen.findByText("Task moved to Done");
  const { arrived, release } = backend.delay("GET /api/tasks/{id}", 1);
  undoKey();
  await arrived;
  await grace.call("PATCH", `/api/kanban/${id}/status`, { status: "In Progress" });
  release();
  expect(
    await screen.findByText('Nothing undone: "Feed the cat" has been moved since'),
  ).toBeVisible();
  expect(await onServer(id)).toBe("In Progress");
});

it("undoes a move on another page, without a board in the cache", async () => {
  const id = await add("Feed the cat");
  const { store, user } = await open();
  await moveByMenu(user, "Feed the cat", "Done");
  await screen.findByText("Task moved to Done");
  // A pointer on the toasts keeps them open: on a busy machine the next page takes longer than 3 s.
  fireEvent.pointerEnter(screen.getByRole("region", { name: "Notifications" }));
  await user.click(screen.getByRole("link", { name: "Profile" }));
  await screen.findByRole("heading", { name: "My Profile" });
  // RTK Query drops a stale entry that has no subscribers.
  act(() => void store.dispatch(boardApi.util.invalidateTags(["Board"])));
  const loads = backend.callsOf(BOARD).length;
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Task moved to Todo")).toBeVisible();
  expect(await onServer(id)).toBe("Todo");
  expect(backend.callsOf(BOARD)).toHaveLength(loads);
});

it("undoes a confirmed move after a reload, to its place", async () => {
  for (const title of ["Bottom", "Middle", "Top"]) await add(title);
  const ada = await backend.register();
  const first = await renderApp({ path: "/kanban", as: ada, backend });
  await moveByMenu(first.user, "Middle", "Done");
  await screen.findByText("Task moved to Done");
  await waitFor(() => expect(first.store.getState().changes.history).toHaveLength(1));
  cleanup();
  act(() => toast.remove());
  first.store.dispatch(clearAllListeners());
  await renderApp({ path: "/kanban", as: ada, backend });
  await waitFor(() => expect(titles("Done")).toEqual(["Middle"]));
  undoKey();
  expect(titles("To Do")).toEqual(["Top", "Middle", "Bottom"]);
  expect(await screen.findByText("Task moved to Todo")).toBeVisible();
});

it("the undo on a server without extensions is the plain call of the contract", async () => {
  const id = await add("Feed the cat");
  backend.isPlain = true;
  const { user } = await open();
  await moveByMenu(user, "Feed the cat", "Done");
  await screen.findByText("Task moved to Done");
  undoKey();
  expect(await screen.findByText("Task moved to Todo")).toBeVisible();
  const bodies = backend.callsOf(MOVE).map(({ body }) => body);
  expect(bodies).toEqual([{ status: "Done" }, { status: "Todo" }]);
  expect(await onServer(id)).toBe("Todo");
});

it("many cards move in one action, and each undone card goes back to its place", async () => {
  for (const title of ["A", "B", "C", "D", "E"]) await add(`Task ${title}`);
  const { store } = await open();
  await screen.findByRole("link", { name: "Task A" });
  const cards = () => columnSelectors.Todo(store.getState());
  const column = () => cards().map(({ title }) => title.slice(-1));
  let actions = 0;
  const stop = store.subscribe(() => (actions += 1));
  backend.network = "silent";
  act(() => store.dispatch(requestMoves(cards().slice(1, 4), "Done", "menu")));
  stop();
  expect(column()).toEqual(["E", "A"]);
  act(() => store.dispatch(undoNewest()));
  expect(column()).toEqual(["E", "D", "C", "B", "A"]);
  expect(actions).toBeLessThan(8);
});

import { beforeEach, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { api } from "#api/api.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, type RenderOptions, renderApp } from "#testing/renderApp.tsx";
import { banner } from "#testing/screens/connection.ts";
import { fakeRecords } from "#testing/stubs/fakeRecords.ts";

const BOARD = "GET /api/kanban/board";
const NOTE = "From your last visit. Updating…";

let backend: Backend;
let grace: TestUser;
let ada: SessionResponse;
let browser: ReturnType<typeof fakeRecords>;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
  ada = await backend.register();
  browser = fakeRecords();
  await add("Feed the cat");
});

async function add(title: string): Promise<string> {
  const task = { title, description: "", status: "Todo", priority: "High" };
  const { body } = await grace.call("POST", "/api/tasks", task);
  return (body as { task: { id: string } }).task.id;
}

const visit = (options: RenderOptions = {}) =>
  renderApp({ path: "/kanban", as: ada, backend, records: browser.records, ...options });
const inColumn = (column: string, title: string) =>
  within(screen.getByRole("region", { name: column })).findByRole("link", { name: title });

/** Opens a page, waits until its data is stored, and closes it. */
async function visitOnce(path: string, slot: string, text: string) {
  const { view, store } = await visit({ path });
  await screen.findByText(text);
  await waitFor(() => expect(browser.entries.has(slot)).toBe(true));
  view.unmount();
  act(() => void store.dispatch(api.util.resetApiState()));
}

test("the last visit's board shows immediately, marked as such, until the server's board arrives; a sign-out deletes it", async () => {
  await visitOnce("/kanban", "board", "Feed the cat");
  // With a position the next visit would fetch only the changes since then.
  expect(JSON.parse(browser.entries.get("board")?.json ?? "")).not.toHaveProperty("position");
  await add("Water the plants");
  const held = backend.delay(BOARD);
  const { user } = await visit();
  expect(screen.getByRole("link", { name: "Feed the cat" })).toBeVisible();
  expect(banner()).toBeEmptyDOMElement();
  await waitFor(() => expect(banner()).toHaveTextContent(NOTE));
  held.release();
  await screen.findByRole("link", { name: "Water the plants" });
  await waitFor(() => expect(banner()).toBeEmptyDOMElement());
  await user.click(screen.getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(browser.entries.size).toBe(0));
  expect(browser.owner()).toBeUndefined();
});

test("the dashboard shows the last visit's data and refetches it; nothing stays of a session that ended while the app was closed", async () => {
  const STATS = "GET /api/dashboard/stats";
  await visitOnce("/dashboard", "stats", "Total Tasks");
  await waitFor(() => expect(browser.entries.size).toBeGreaterThan(1));
  const before = backend.callsOf(STATS).length;
  const held = backend.delay(STATS);
  const { view } = await visit({ path: "/dashboard" });
  expect(screen.getByText("Total Tasks")).toBeVisible();
  await waitFor(() => expect(backend.callsOf(STATS).length).toBe(before + 1));
  held.release();
  await waitFor(() => expect(banner()).toBeEmptyDOMElement());

  view.unmount();
  localStorage.clear();
  await visit({ as: null, path: "/login" });
  await screen.findByRole("heading", { name: "Welcome Back" });
  await waitFor(() => expect(browser.entries.size).toBe(0));
});

test("a confirmed move is stored as shown, before the next board arrives", async () => {
  const { user, view, store } = await visit();
  await user.click(await screen.findByRole("button", { name: "Actions (Feed the cat)" }));
  await user.click(screen.getByRole("menuitem", { name: "Move to Done" }));
  await waitFor(() => {
    const board = JSON.parse(browser.entries.get("board")?.json ?? "{}") as { Done?: unknown[] };
    expect(board.Done).toHaveLength(1);
  });
  view.unmount();
  act(() => void store.dispatch(api.util.resetApiState()));
  const held = backend.delay(BOARD);
  await visit();
  expect(await inColumn("Done", "Feed the cat")).toBeVisible();
  held.release();
});

test("a move over the board of the last visit is settled by a board that the server sent after it", async () => {
  await visitOnce("/kanban", "board", "Feed the cat");
  const held = backend.delay(BOARD, 1);
  const { user, store } = await visit();
  await held.arrived;
  await user.click(screen.getByRole("button", { name: "Actions (Feed the cat)" }));
  await user.click(screen.getByRole("menuitem", { name: "Move to Done" }));
  await waitFor(() =>
    expect(Object.values(store.getState().changes.entries)).toMatchObject([
      { status: { phase: "confirmed" } },
    ]),
  );
  // This board was requested before the move, so it does not settle it either.
  held.release();
  await waitFor(() => expect(store.getState().changes.requested).toEqual({}));
  expect(Object.keys(store.getState().changes.entries)).toHaveLength(1);
  expect(await inColumn("Done", "Feed the cat")).toBeVisible();
});

test("without a connection the last visit's list stays, without the note that it is updating", async () => {
  await visitOnce("/tasks", "tasks", "Feed the cat");
  backend.network = "down";
  await visit({ path: "/tasks" });
  await waitFor(() => expect(banner()).toHaveTextContent("This is from your last visit."));
  expect(banner()).not.toHaveTextContent("Updating");
  expect(screen.getByRole("link", { name: "Feed the cat" })).toBeVisible();
  expect(screen.queryByText("Failed to load tasks")).toBeNull();
});

test("the shared computer setting deletes the stored data and stores no more", async () => {
  await visitOnce("/kanban", "board", "Feed the cat");
  const { user } = await visit({ path: "/profile" });
  const shared = await screen.findByRole("checkbox", { name: "This is a shared computer" });
  expect(shared).not.toBeChecked();
  await user.click(shared);
  expect(shared).toBeChecked();
  await waitFor(() => expect(browser.entries.size).toBe(0));
  await user.click(screen.getByRole("link", { name: "Progress" }));
  await screen.findByRole("link", { name: "Feed the cat" });
  await user.click(screen.getByRole("link", { name: "Profile" }));
  await user.click(await screen.findByRole("checkbox", { name: "This is a shared computer" }));
  await waitFor(() => expect(browser.entries.has("board")).toBe(true));
});

import { beforeEach, expect, it } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Task } from "#contract/task.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { column, moveByMenu, titles } from "#testing/screens/boardScreen.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const EDIT = "PATCH /api/tasks/{id}";
const CREATE = "POST /api/tasks";
/** A busy server or a proxy before it names when to come back. */
const BUSY = { status: 429, body: { error: "Busy" }, headers: { "retry-after": "1" } };
const BUSY_PROXY = { status: 503, headers: { "retry-after": "1" } };

let backend: Backend;
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
});

async function add(title: string): Promise<Task> {
  backend.clock.advance(1000);
  const input = { title, status: "Todo", priority: "Low" };
  return ((await grace.call("POST", "/api/tasks", input)).body as { task: Task }).task;
}

const open = () => renderApp({ path: "/kanban", as: "member", backend });
const failures = () => screen.queryByText(/^Failed/);

it("moves wait for a busy server, and no card jumps back", async () => {
  const names = ["Feed the cat", "Water the plants", "Post a letter"];
  for (const name of names) await add(name);
  const { store, user } = await open();
  backend.fail(MOVE, BUSY);
  backend.fail(MOVE, BUSY_PROXY);
  const counts = new Set<number>();
  for (const name of names) await moveByMenu(user, name, "Done");
  const stop = store.subscribe(() =>
    counts.add(selectShownBoard(store.getState())?.Done.length ?? 0),
  );
  await waitFor(() => expect(store.getState().connection.isBusy).toBe(true));
  expect(await screen.findAllByText("Waiting to be sent")).not.toHaveLength(0);
  await waitFor(() => expect(backend.callsOf(MOVE)).toHaveLength(5));
  await waitFor(() => expect(store.getState().connection.isBusy).toBe(false));
  stop();
  expect([...counts]).toEqual([3]);
  expect(titles("Done")).toHaveLength(3);
  expect(failures()).toBeNull();
  await waitFor(async () => {
    const { body } = await grace.call("GET", "/api/kanban/board");
    expect((body as { board: { Done: unknown[] } }).board.Done).toHaveLength(3);
  });
});

it("edits in place wait for a busy server", async () => {
  const tasks = [await add("Feed the cat"), await add("Water the plants")];
  const { store } = await open();
  await screen.findByRole("link", { name: "Feed the cat" });
  backend.fail(EDIT, BUSY, 2);
  act(() => store.dispatch(requestEdit(tasks, { priority: "High" })));
  await waitFor(() => expect(store.getState().connection.isBusy).toBe(true));
  expect(within(column("To Do")).getAllByText("High")).toHaveLength(2);
  expect(await screen.findByText("Priority of 2 tasks changed to High")).toBeVisible();
  expect(failures()).toBeNull();
  expect(backend.callsOf(EDIT)).toHaveLength(4);
});

it("a new card waits for a busy proxy, and is created once", async () => {
  const { store, user } = await open();
  backend.fail(CREATE, BUSY_PROXY);
  await user.click(await screen.findByRole("button", { name: "Add a task to To Do" }));
  await user.type(await screen.findByRole("textbox", { name: /task/i }), "Buy milk{Enter}");
  await waitFor(() => expect(store.getState().connection.isBusy).toBe(true));
  expect(await screen.findByText("Waiting to be sent")).toBeVisible();
  await waitFor(() => expect(titles("To Do")).toEqual(["Buy milk"]));
  expect(failures()).toBeNull();
  const created = await backend.db.selectFrom("tasks").select("title").execute();
  expect(created).toEqual([{ title: "Buy milk" }]);
});

import { beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { SessionResponse } from "#contract/session.ts";
import type { Task } from "#contract/task.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import type { Values } from "#features/changes/queue/change.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { banner, disconnect, kept, reconnect } from "#testing/screens/connection.ts";

const PATCH = "PATCH /api/tasks/{id}";

let backend: Backend;
/** A colleague, who adds tasks and reads the server's. */
let grace: TestUser;
let ada: SessionResponse;
let task: Task;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
  const input = { title: "Feed the cat", priority: "Low" };
  task = ((await grace.call("POST", "/api/tasks", input)).body as { task: Task }).task;
  ada = await backend.register();
});

const patches = () => backend.callsOf(PATCH).map(({ body }) => body);

async function onServer(): Promise<Task> {
  const { body } = await grace.call("GET", `/api/tasks/${task.id}`);
  return (body as { task: Task }).task;
}

const card = async () =>
  within((await screen.findByRole("link", { name: /^Feed/ })).closest("article") as HTMLElement);

async function open() {
  const app = await renderApp({ path: "/kanban", as: ada, backend });
  const edit = (change: Values, tasks = [task]) =>
    act(() => app.store.dispatch(requestEdit(tasks, change)));
  return { ...app, edit };
}

/** Edits tasks without a connection, then closes the page. */
async function editAndClose(change: Values, tasks = [task]) {
  const { edit, store } = await open();
  await card();
  disconnect(backend);
  await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
  edit(change, tasks);
  await waitFor(() => expect(kept()).toHaveLength(1));
  cleanup();
  store.dispatch(clearAllListeners());
}

describe("edits without a connection", () => {
  it("are counted, survive a reload, are then sent once each, and can be undone", async () => {
    await editAndClose({ priority: "High", due_date: "2999-12-24" });
    const { user } = await open();
    await waitFor(() => expect(banner()).toHaveTextContent("2 changes are kept"));
    expect(patches()).toEqual([]);
    reconnect(backend);
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    await waitFor(() => expect(kept()).toEqual([]));
    expect((await card()).getByText("High")).toBeVisible();
    expect(await onServer()).toMatchObject({ priority: "High", due_date: "2999-12-24" });
    expect(patches()).toEqual([{ priority: "High", due_date: "2999-12-24" }]);
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(async () =>
      expect(await onServer()).toMatchObject({ priority: "Low", due_date: null }),
    );
  });

  it("of several tasks are counted without those of tasks that another user has changed since", async () => {
    const input = { title: "Walk the dog", priority: "Low" };
    const { body } = await grace.call("POST", "/api/tasks", input);
    const dog = (body as { task: Task }).task;
    await editAndClose({ priority: "High" }, [dog, task]);
    await grace.call("PATCH", `/api/tasks/${task.id}`, { priority: "Medium" });
    await open();
    reconnect(backend);
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    expect(screen.getByText('The priority of "Feed the cat" has been changed since')).toBeVisible();
    expect(patches()).toEqual([{ priority: "High" }]);
    expect(screen.queryByText(/of 2 tasks/)).toBeNull();
  });
});

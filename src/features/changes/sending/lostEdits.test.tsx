import { beforeEach, describe, expect, it } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Task, TaskSummary } from "#contract/task.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import type { Values } from "#features/changes/queue/change.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const PATCH = "PATCH /api/tasks/{id}";
const READ = "GET /api/tasks/{id}";

let backend: Backend;
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
});

async function add(title: string): Promise<Task> {
  const { body } = await grace.call("POST", "/api/tasks", { title, priority: "Low" });
  return (body as { task: Task }).task;
}

async function onServer(id: string): Promise<Task> {
  const { body } = await grace.call("GET", `/api/tasks/${id}`);
  return (body as { task: Task }).task;
}

async function open() {
  const app = await renderApp({ path: "/kanban", as: "member", backend });
  const edit = (tasks: readonly TaskSummary[], change: Values) =>
    act(() => app.store.dispatch(requestEdit(tasks, change)));
  return { ...app, edit };
}

const card = async (title: string) =>
  within((await screen.findByRole("link", { name: title })).closest("article") as HTMLElement);

describe("an edit without a response", () => {
  it("is kept if the server has saved it", async () => {
    const task = await add("Feed the cat");
    const { edit } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, "lost");
    edit([task], { priority: "High" });
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    // On a busy machine the app may abort a slow call before the server has handled it, and send it
    // again. The task is read before each further attempt, but not after the one that is confirmed.
    const repeats = backend.callsOf(PATCH).length - 1;
    expect(backend.callsOf(READ).length).toBeGreaterThanOrEqual(Math.max(1, repeats));
    expect(await onServer(task.id)).toMatchObject({ priority: "High" });
  });

  it("is sent again if the server hasn't", async () => {
    const task = await add("Feed the cat");
    const { edit } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, "unreachable");
    edit([task], { priority: "High" });
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    expect(await onServer(task.id)).toMatchObject({ priority: "High" });
  });

  it("is sent again although the token ends twice while the task is read", async () => {
    const task = await add("Feed the cat");
    const { edit } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, "unreachable");
    backend.fail(READ, { status: 401, body: { error: "Please sign in" } }, 2);
    edit([task], { priority: "High" });
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    expect(await onServer(task.id)).toMatchObject({ priority: "High" });
  });

  it("names the task's version in each attempt at its Undo, so that others' changes stay", async () => {
    const task = await add("Feed the cat");
    const { edit, user } = await open();
    await card("Feed the cat");
    edit([task], { priority: "High" });
    await screen.findByText("Priority changed to High");
    const before = backend.callsOf(PATCH).length;
    backend.fail(PATCH, "unreachable");
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(async () => expect(await onServer(task.id)).toMatchObject({ priority: "Low" }));
    const undos = backend.callsOf(PATCH).slice(before);
    expect(undos.length).toBeGreaterThanOrEqual(2);
    expect(undos.map(({ headers }) => headers.get("if-match"))).not.toContain(null);
  });

  it("gives way to another user's later change", async () => {
    const task = await add("Feed the cat");
    const { edit, store } = await open();
    await card("Feed the cat");
    backend.network = "down";
    edit([task], { priority: "High" });
    await waitFor(() => expect(store.getState().connection.status).toBe("offline"));
    await grace.call("PATCH", `/api/tasks/${task.id}`, { priority: "Medium" });
    backend.network = "up";
    const said = 'The priority of "Feed the cat" has been changed since';
    expect(await screen.findByText(said)).toBeVisible();
    await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
    expect(await onServer(task.id)).toMatchObject({ priority: "Medium" });
  });
});

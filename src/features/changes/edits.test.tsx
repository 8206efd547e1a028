import { beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { Task, TaskSummary } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import type { TestUser } from "#server/testing/server.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, type RenderOptions, renderApp } from "#testing/renderApp.tsx";
import { banner, disconnect, kept, reconnect } from "#testing/screens/connection.ts";
import { createTask, readTask } from "#testing/screens/create.ts";
import { requestMoves } from "./actions/requestChanges.ts";
import { requestEdit } from "./actions/requestEdit.ts";
import type { Values } from "./queue/change.ts";
import { selectConfirmedBoard } from "./shown/shownBoard.ts";

const PATCH = "PATCH /api/tasks/{id}";
const READ = "GET /api/tasks/{id}";

let backend: Backend;
/** A colleague, who adds tasks, edits them and reads them. */
let grace: TestUser;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
});

async function add(title: string, fields: Partial<TaskInput> = {}): Promise<Task> {
  backend.clock.advance(1000);
  return await createTask(grace, title, fields);
}

/** The task as the server has it. */
const onServer = (id: string) => readTask(grace, id);

/** Opens a screen as another member, who edits tasks in place. */
async function open(path = "/kanban", as: RenderOptions["as"] = "member") {
  const app = await renderApp({ path, as, backend });
  const edit = (tasks: readonly TaskSummary[], change: Values) =>
    act(() => app.store.dispatch(requestEdit(tasks, change)));
  return { ...app, edit };
}

const card = async (title: string) =>
  within((await screen.findByRole("link", { name: title })).closest("article") as HTMLElement);

describe("an edit in place", () => {
  it("is shown at once, sent as one field, and stored for the next visit when the server has saved it", async () => {
    const task = await add("Feed the cat");
    const { edit, store } = await open();
    await card("Feed the cat");
    const held = backend.delay(PATCH);
    edit([task], { priority: "High" });
    await held.arrived;
    expect((await card("Feed the cat")).getByText("High")).toBeVisible();
    expect(screen.queryByText("Waiting to be sent")).toBeNull();
    const stored = () => selectConfirmedBoard(store.getState())?.Todo[0]?.priority;
    expect(stored()).toBe("Low");
    const board = backend.delay("GET /api/kanban/board");
    held.release();
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    expect(stored()).toBe("High");
    board.release();
    expect(backend.callsOf(PATCH).map(({ body }) => body)).toEqual([{ priority: "High" }]);
    await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
    expect((await card("Feed the cat")).getByText("High")).toBeVisible();
    expect(await onServer(task.id)).toMatchObject({ priority: "High", title: "Feed the cat" });
  });

  it("is shown on the list, on the task's page before the task itself arrives, and in the palette", async () => {
    const task = await add("Feed the cat");
    const { edit, user } = await open("/tasks");
    const row = (await screen.findByText("Feed the cat")).closest("article") as HTMLElement;
    backend.delay(PATCH);
    backend.delay("PATCH /api/kanban/{id}/status");
    const values = { title: "Feed the cats", priority: "High", due_date: "2999-12-24" } as const;
    edit([task], { ...values, status: "Done" });
    const isShownIn = (place: HTMLElement) => {
      for (const text of ["High", /Dec 24, 2999/, "Done"])
        expect(within(place).getByText(text)).toBeVisible();
    };
    isShownIn(row);
    backend.delay(READ);
    await user.click(screen.getByRole("link", { name: "Feed the cats" }));
    isShownIn(await screen.findByRole("complementary"));
    await user.keyboard("{Escape}{Control>}k{/Control}");
    await user.keyboard("cats");
    expect(await screen.findByRole("option", { name: /Feed the cats/ })).toBeVisible();
  });

  it("that the server refuses, or a proxy as outdated, fails at once with one toast that has the titles, the field and the reason", async () => {
    const tasks = [await add("Feed the cat"), await add("Water the plants")];
    const { edit, store } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, { status: 400, body: { error: "Not today" } }, 2);
    const MOVE = "PATCH /api/kanban/{id}/status";
    backend.fail(MOVE, { status: 412 }, 2);
    edit(tasks, { priority: "High" });
    const text = "Failed to change the priority of 2 tasks. Not today";
    const both = /Feed the cat · Water the plants|Water the plants · Feed the cat/;
    expect((await screen.findByText(text)).nextSibling).toHaveTextContent(both);
    act(() => store.dispatch(requestMoves(tasks, "Done", "menu")));
    await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
    const failure = await screen.findByText("Failed to update task status");
    await waitFor(() => expect(failure.nextSibling).toHaveTextContent(both));
    expect(screen.getAllByText(/^Failed to change/)).toHaveLength(1);
    const errors = [{ param: "assignee_id", msg: "Assignee is not active" }];
    backend.fail(PATCH, { status: 400, body: { errors } });
    edit(tasks.slice(0, 1), { assignee_id: "a leaver" });
    const one = 'Failed to change the assignee of "Feed the cat". Assignee is not active';
    expect(await screen.findByText(one)).toBeVisible();
    backend.fail(PATCH, { status: 412 });
    edit(tasks.slice(0, 1), { priority: "High" });
    expect(
      await screen.findByText('Failed to change the priority of "Feed the cat"'),
    ).toBeVisible();
    expect(screen.queryByText(/changed to/)).toBeNull();
    expect(([PATCH, MOVE] as const).map((call) => backend.callsOf(call).length)).toEqual([4, 2]);
  });

  it("of several tasks has a toast without the task whose value is replaced on its way", async () => {
    const tasks = [await add("Feed the cat"), await add("Water the plants")] as const;
    const { edit, store } = await open();
    await card("Feed the cat");
    const held = backend.delay(`PATCH /api/tasks/${tasks[1].id}`);
    edit(tasks, { priority: "High" });
    await held.arrived;
    const phase = () => store.getState().changes.entries[tasks[0].id]?.priority?.phase;
    await waitFor(() => expect([undefined, "confirmed"]).toContain(phase()));
    edit([tasks[1]], { priority: "Medium" });
    held.release();
    const first = await screen.findByText("Priority changed to High");
    expect(first.nextSibling).toHaveTextContent(/^Feed the cat$/);
    const second = await screen.findByText("Priority changed to Medium");
    expect(second.nextSibling).toHaveTextContent(/^Water the plants$/);
  });
});

it("the form opens with the value of an edit that is under way, and saves it after that without a conflict", async () => {
  const task = await add("Feed the cat");
  const { edit, user } = await open(`/tasks/${task.id}`);
  await screen.findByRole("heading", { level: 1, name: "Feed the cat" });
  const held = backend.delay(PATCH);
  edit([task], { priority: "High" });
  await user.click(screen.getByRole("button", { name: "Edit Task" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  expect(form.getByLabelText(/^Priority/)).toHaveValue("High");
  await user.type(form.getByLabelText(/^Title/), "!");
  await user.click(form.getByRole("button", { name: "Update Task" }));
  expect(await form.findByRole("button", { name: "Updating..." })).toBeVisible();
  // Requests of one task are sent one after the other.
  expect(backend.callsOf("PUT /api/tasks/{id}")).toEqual([]);
  held.release();
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  expect(await onServer(task.id)).toMatchObject({ title: "Feed the cat!", priority: "High" });
});

describe("an edit without a response", () => {
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

  it("is still looked for when the next value is refused, which is then sent once more", async () => {
    const task = await add("Feed the cat");
    const { edit } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, { status: 500, body: { error: "Something went wrong" } });
    backend.fail(PATCH, "lost");
    const reads = backend.delay(READ, 1);
    edit([task], { priority: "High" });
    await reads.arrived;
    edit([task], { priority: "Medium" });
    await waitFor(() => expect(backend.callsOf(PATCH)).toHaveLength(2));
    reads.release();
    expect(await screen.findByText("Priority changed to Medium")).toBeVisible();
    expect(await onServer(task.id)).toMatchObject({ priority: "Medium" });
    expect(backend.callsOf(PATCH)).toHaveLength(3);
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
});

describe("edits without a connection", () => {
  /** Edits tasks without a connection, then closes the page and opens another one. */
  async function editAndReload(change: Values, tasks: readonly Task[]) {
    const as = await backend.register();
    const { edit, store } = await open("/kanban", as);
    await card("Feed the cat");
    disconnect(backend);
    await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
    edit(tasks, change);
    await waitFor(() => expect(kept()).toHaveLength(1));
    cleanup();
    store.dispatch(clearAllListeners());
    return () => open("/kanban", as);
  }
  const patches = () => backend.callsOf(PATCH).map(({ body }) => body);

  it("are counted, survive a reload, are then sent once each, and can be undone", async () => {
    const task = await add("Feed the cat");
    const reopen = await editAndReload({ priority: "High", due_date: "2999-12-24" }, [task]);
    const { user } = await reopen();
    await waitFor(() => expect(banner()).toHaveTextContent("2 changes are kept"));
    expect(patches()).toEqual([]);
    reconnect(backend);
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    await waitFor(() => expect(kept()).toEqual([]));
    expect((await card("Feed the cat")).getByText("High")).toBeVisible();
    const edited = { priority: "High", due_date: "2999-12-24" };
    expect(await onServer(task.id)).toMatchObject(edited);
    expect(patches()).toEqual([edited]);
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(async () =>
      expect(await onServer(task.id)).toMatchObject({ priority: "Low", due_date: null }),
    );
  });

  it("of several tasks are counted without those of tasks that another user has changed since", async () => {
    const tasks = [await add("Walk the dog"), await add("Feed the cat")] as const;
    const reopen = await editAndReload({ priority: "High" }, tasks);
    await grace.call("PATCH", `/api/tasks/${tasks[1].id}`, { priority: "Medium" });
    await reopen();
    reconnect(backend);
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    expect(screen.getByText('The priority of "Feed the cat" has been changed since')).toBeVisible();
    expect(patches()).toEqual([{ priority: "High" }]);
    expect(screen.queryByText(/of 2 tasks/)).toBeNull();
  });
});

import { beforeEach, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Task, TaskResponse } from "#contract/shapes/task.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { requestEdit } from "#features/changes/actions/requestEdit.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import type { TestUser } from "#server/testing/server.ts";
import { userArrivedElsewhere } from "#session/authSlice.ts";
import { TokenVault } from "#session/tokens.ts";
import { busyPauseEnded, serverBusy } from "#sync/connection/connectionSlice.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

const SAVE = "PUT /api/tasks/{id}";
const PATCH = "PATCH /api/tasks/{id}";
const CREATE = "POST /api/tasks";
const BUSY = { status: 429, headers: { "retry-after": "1" } };

let backend: Backend;
let grace: TestUser;
let task: Task;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("admin", { name: "Grace Hopper" });
  const { body } = await grace.call("POST", "/api/tasks", { title: "Mow", priority: "Low" });
  task = (body as TaskResponse).task;
});

const onServer = async () =>
  ((await grace.call("GET", `/api/tasks/${task.id}`)).body as TaskResponse).task;
const dialog = () => within(screen.getByRole("dialog", { name: "Edit Task" }));
const failures = () => screen.queryByText(/^Failed/);

/**
 * The task's page with its form, in which another title and status are entered.
 *
 * @param edit made before on the page, while the server is busy
 */
async function openForm(edit?: ReturnType<typeof requestEdit>) {
  const app = await renderApp({ path: `/tasks/${task.id}`, as: "member", backend });
  await app.store.dispatch(boardApi.endpoints.getBoard.initiate());
  if (edit) {
    act(() => {
      app.store.dispatch(serverBusy({ retryAfterMs: 60_000 }));
      app.store.dispatch(edit);
    });
  }
  await app.user.click(await screen.findByRole("button", { name: "Edit Task" }));
  await screen.findByRole("dialog", { name: "Edit Task" });
  await enterText(app.user, dialog().getByLabelText(/^Title/), "Mow the lawn");
  await app.user.selectOptions(dialog().getByLabelText("Status"), "Done");
  const press = () => app.user.click(dialog().getByRole("button", { name: "Update Task" }));
  const shown = () => {
    const { Todo = [], Done = [] } = selectShownBoard(app.store.getState()) ?? {};
    return [Todo, Done].map((cards) => cards.map(({ title }) => title).join());
  };
  return { ...app, press, shown };
}

test("a save under way shows on every screen; one that is refused or lost shows the former values, and keeps the form's text", async () => {
  const { press, shown, store } = await openForm();
  for (const [index, fault] of ([{ status: 500 }, "unreachable"] as const).entries()) {
    backend.fail(SAVE, fault);
    await press();
    expect(await screen.findByText("Failed to save task. Please try again.")).toBeVisible();
    await waitFor(() => expect(backend.callsOf(SAVE)).toHaveLength(index + 1));
    await dialog().findByRole("button", { name: "Update Task" });
    expect(shown()).toEqual(["Mow", ""]);
    expect(dialog().getByLabelText(/^Title/)).toHaveValue("Mow the lawn");
    await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
    expect(await onServer()).toMatchObject({ title: "Mow" });
  }
  const held = backend.delay(SAVE);
  await press();
  await held.arrived;
  expect(shown()).toEqual(["", "Mow the lawn"]);
  held.release();
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
  expect(shown()).toEqual(["", "Mow the lawn"]);
  expect(backend.callsOf(SAVE)).toHaveLength(3);
  expect(backend.callsOf(PATCH)).toEqual([]);
});

test("a busy server makes a save wait, and a save whose response is lost succeeds if the task has its values", async () => {
  const { press, shown } = await openForm();
  backend.fail(SAVE, "lost");
  backend.fail(SAVE, BUSY);
  await press();
  await waitFor(() => expect(backend.callsOf(SAVE)).toHaveLength(1));
  expect(await dialog().findByRole("button", { name: "Updating..." })).toBeVisible();
  expect(shown()).toEqual(["", "Mow the lawn"]);
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  expect(backend.callsOf(SAVE)).toHaveLength(2);
  expect(failures()).toBeNull();
  expect(await onServer()).toMatchObject({ title: "Mow the lawn", status: "Done" });
});

test("an edit that a busy server holds up goes with the form, and has its own toast", async () => {
  const { press, shown, store } = await openForm(requestEdit([task], { priority: "High" }));
  await press();
  await waitFor(() => expect(shown()).toEqual(["", "Mow the lawn"]));
  act(() => void store.dispatch(busyPauseEnded()));
  expect(await screen.findByText("Priority changed to High")).toBeVisible();
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  expect(await onServer()).toMatchObject({ title: "Mow the lawn", priority: "High" });
  await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
  expect(backend.callsOf(PATCH)).toEqual([]);
});

test("an edit of several tasks has its toast if a form then replaces its last task", async () => {
  const { body } = await grace.call("POST", "/api/tasks", { title: "Rake", priority: "Low" });
  const other = (body as TaskResponse).task;
  const { press, store, user } = await openForm();
  await user.selectOptions(dialog().getByLabelText("Priority"), "Medium");
  const last = `PATCH /api/tasks/${task.id}` as const;
  backend.fail(last, { status: 429, headers: { "retry-after": "60" } });
  act(() => store.dispatch(requestEdit([other, task], { priority: "High" })));
  await waitFor(() => expect(store.getState().connection.isBusy).toBe(true));
  const phase = () => store.getState().changes.entries[other.id]?.priority?.phase;
  await waitFor(() => expect([undefined, "confirmed"]).toContain(phase()));
  await press();
  act(() => void store.dispatch(busyPauseEnded()));
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  const toast = await screen.findByText("Priority changed to High");
  expect(toast.nextSibling).toHaveTextContent("Rake");
  expect(await onServer()).toMatchObject({ title: "Mow the lawn", priority: "Medium" });
});

/** The list with the form of a new task, in which a title is entered. */
async function openNewForm() {
  const { user } = await renderApp({ path: "/tasks", as: "member", backend });
  await user.click(await screen.findByRole("button", { name: "+ Add Task" }));
  const form = within(await screen.findByRole("dialog", { name: "Create New Task" }));
  await enterText(user, form.getByLabelText(/^Title/), "Buy milk");
  return { form, press: () => user.click(form.getByRole("button", { name: "Create Task" })) };
}

async function titlesOnServer() {
  const created = await backend.db.selectFrom("tasks").select("title").execute();
  return created.map(({ title }) => title).toSorted();
}

test("the form of a new task keeps its text without any response, is sent again after a lost one and to a busy server, and creates one task", async () => {
  const { form, press } = await openNewForm();
  backend.fail(CREATE, "lost", 3);
  await press();
  expect(await screen.findByText("Failed to save task. Please try again.")).toBeVisible();
  expect(form.getByLabelText(/^Title/)).toHaveValue("Buy milk");
  backend.fail(CREATE, BUSY);
  backend.fail(CREATE, "lost");
  await press();
  expect(await screen.findByText("Task created successfully! ✅")).toBeVisible();
  expect(screen.getAllByText(/^Failed/)).toHaveLength(1);
  expect(await titlesOnServer()).toEqual(["Buy milk", "Mow"]);
});

test("a server without keys gets the form of a new task once, and the user is told to look", async () => {
  backend.isPlain = true;
  const { press } = await openNewForm();
  backend.fail(CREATE, "lost");
  await press();
  expect(await screen.findByText("Failed to save task. Please try again.")).toBeVisible();
  expect(screen.getByText(/^No response arrived, so the task may exist/)).toBeVisible();
  expect(backend.callsOf(CREATE)).toHaveLength(1);
  expect(await screen.findByRole("link", { name: "Buy milk", hidden: true })).toBeInTheDocument();
});

test("a save is not sent with the token of another user", async () => {
  const { press, store } = await openForm();
  const bob = await backend.register({ email: "bob@example.com" });
  // This page has not heard of the other tab's sign-in yet.
  new TokenVault().signIn(bob);
  await press();
  await waitFor(() => expect(Object.keys(store.getState().changes.forms)).toHaveLength(1));
  act(() => void store.dispatch(userArrivedElsewhere(bob.user)));
  await waitFor(() => expect(store.getState().changes).toMatchObject({ forms: {}, entries: {} }));
  expect(backend.callsOf(SAVE)).toEqual([]);
});

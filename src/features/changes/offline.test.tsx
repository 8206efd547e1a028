import { beforeEach, describe, expect, it } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Task } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { requestEdit } from "#features/changes/actions/requestEdit.ts";
import { reloadBoard } from "#features/changes/sending/reloadBoard.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import type { TestUser } from "#server/testing/server.ts";
import { type Backend, PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { moveByMenu, titles } from "#testing/screens/boardScreen.ts";
import { banner, disconnect, kept, reconnect } from "#testing/screens/connection.ts";
import { pick } from "#testing/screens/pick.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const EDIT = "PATCH /api/tasks/{id}";
const CREATE = "POST /api/tasks";
const FIRST = "Feed the cat";
const SECOND = "Water the plants";

let backend: Backend;
/** A colleague, who adds tasks and reads the server's board. */
let grace: TestUser;
let ada: SessionResponse;
let ids: Record<string, string>;

async function add(title: string): Promise<string> {
  backend.clock.advance(1000);
  const task = { title, description: "", status: "Todo", priority: "High" };
  const { body } = await grace.call("POST", "/api/tasks", task);
  return (body as { task: { id: string } }).task.id;
}

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
  ids = { [FIRST]: await add(FIRST), [SECOND]: await add(SECOND) };
  ada = await backend.register();
});

const open = () => renderApp({ path: "/kanban", as: ada, backend });
const card = (title: string) => screen.findByRole("link", { name: title });
const columnOf = (title: string) => {
  const has = (to: TaskStatus) =>
    within(screen.getByRole("region", { name: COLUMN_LABELS[to] })).queryByRole("link", {
      name: title,
    });
  return TASK_STATUSES.find((to) => has(to) !== null);
};
/** The moves that the server received, in order. */
const asked = () =>
  backend.callsOf(MOVE).map(({ name, body }) => {
    const title = Object.keys(ids).find((key) => name.includes(`/${ids[key]}/`));
    return `${title}: ${(body as { status: string }).status}`;
  });

/** Two moves without a connection. */
async function moveTwo() {
  const app = await open();
  await card(FIRST);
  disconnect(backend);
  await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
  await moveByMenu(app.user, SECOND, "In Progress");
  await moveByMenu(app.user, FIRST, "Done");
  return app;
}

it("without a connection the banner names what waits on the screen, and a form says before typing that it can't be sent", async () => {
  await renderApp({ path: `/tasks/${ids[FIRST]}`, as: ada, backend });
  await screen.findByLabelText("Add a comment");
  const note = "No connection: this can’t be sent now. What you type is kept.";
  expect(screen.queryByText(note)).toBeNull();
  disconnect(backend);
  expect(await screen.findByText(note)).toBeVisible();
  expect(banner()).toHaveTextContent("Values that you change in place are kept");
  reconnect(backend);
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});

describe("a new card without a connection", () => {
  async function openCard() {
    const app = await renderApp({ path: "/kanban", as: ada, backend });
    await card(FIRST);
    disconnect(backend);
    await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
    await app.user.click(screen.getByRole("button", { name: "Add a task to To Do" }));
    const line = await screen.findByRole("textbox", { name: "Title of a new task in To Do" });
    await app.user.type(line, "Buy milk{Enter}");
    await app.user.click(await card("Buy milk"));
    const panel = within(await screen.findByRole("dialog", { name: "Task" }));
    await panel.findByRole("heading", { name: "Buy milk" });
    return { ...app, panel };
  }
  const created = async () =>
    await backend.db
      .selectFrom("tasks")
      .selectAll()
      .where("created_by", "=", ada.user.id)
      .execute();

  it("opens, says that it waits, is changed in place and in its forms, and leads to the task once it is created", async () => {
    const { user, panel } = await openCard();
    expect(panel.getByText(/^This task waits to be sent\. You can change it\./)).toBeVisible();
    expect(panel.queryByRole("heading", { name: /^Comments/ })).toBeNull();
    expect(panel.queryByRole("button", { name: "Delete" })).toBeNull();
    await pick(user, panel.getByRole("button", { name: "Medium" }), "High");
    expect(await panel.findByRole("button", { name: "High" })).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Edit title" }));
    const title = await panel.findByRole("textbox", { name: "Title" });
    expect(panel.queryByText(/this can’t be sent now/)).toBeNull();
    await user.type(title, " and eggs");
    await user.click(panel.getByRole("button", { name: "Save" }));
    await panel.findByRole("heading", { name: "Buy milk and eggs" });
    await user.click(panel.getByRole("button", { name: "Edit description" }));
    await user.type(await panel.findByRole("textbox", { name: "Description" }), "Fresh");

    reconnect(backend);
    await panel.findByRole("heading", { name: /^Comments/ });
    const [task] = await created();
    expect(task).toMatchObject({ title: "Buy milk and eggs", priority: "High", description: "" });
    expect(window.location.pathname).toBe(`/tasks/${task?.id}`);
    // What was typed when it was created is still there.
    expect(await panel.findByRole("textbox", { name: "Description" })).toHaveValue("Fresh");
    await user.click(panel.getByRole("button", { name: "Save" }));
    await waitFor(async () => expect((await created())[0]?.description).toBe("Fresh"));
    expect(await created()).toHaveLength(1);
  });

  it("shows at its address again after a reload, with its changes", async () => {
    const { user, panel, view } = await openCard();
    await pick(user, panel.getByRole("button", { name: "Medium" }), "Low");
    await panel.findByRole("button", { name: "Low" });
    const path = window.location.pathname;
    view.unmount();
    await renderApp({ path, backend });
    expect(await screen.findByRole("heading", { name: "Buy milk" })).toBeVisible();
    expect(screen.getByText("Low")).toBeVisible();
    // The page has tried to send it, and can't know how far it came.
    expect(await screen.findByText(/waits to be sent\. It may have been sent/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Low" })).toBeNull();
    reconnect(backend);
    await screen.findByRole("heading", { name: /^Comments/ });
    expect(await created()).toMatchObject([{ title: "Buy milk", priority: "Low" }]);
  });
});

describe("moves without a connection", () => {
  it("stay in place, are marked, counted together with new cards, also at sign-out, and sent in order after reconnecting", async () => {
    const { user } = await moveTwo();
    expect(columnOf(FIRST)).toBe("Done");
    expect(columnOf(SECOND)).toBe("In Progress");
    expect(await card(FIRST)).toHaveAccessibleDescription(/^Waiting to be sent/);
    expect(screen.getAllByText("Waiting to be sent")).toHaveLength(2);
    expect(banner()).toHaveTextContent("2 moves are kept, and sent when it’s back.");

    reconnect(backend);
    await waitFor(() => expect(asked()).toEqual([`${SECOND}: In Progress`, `${FIRST}: Done`]));
    await waitFor(() => expect(screen.queryByText("Waiting to be sent")).toBeNull());
    await waitFor(() => expect(kept()).toEqual([]));
    expect(columnOf(FIRST)).toBe("Done");
    expect(columnOf(SECOND)).toBe("In Progress");
    expect(asked()).toHaveLength(2);

    disconnect(backend);
    await waitFor(() => expect(banner()).toHaveTextContent("No connection."));
    await user.click(screen.getByRole("button", { name: "Add a task to To Do" }));
    await user.type(await screen.findByRole("textbox", { name: /task/i }), "Buy milk{Enter}");
    await waitFor(() => expect(banner()).toHaveTextContent("1 new task is kept, and sent"));
    await user.click(screen.getByRole("button", { name: "Logout" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Discard 1 unsent new task?" });
    await user.click(within(dialog).getByRole("button", { name: "Stay signed in" }));
    await moveByMenu(user, SECOND, "Done");
    await waitFor(() => expect(banner()).toHaveTextContent("2 changes are kept, and sent"));
    reconnect(backend);
    await waitFor(() => expect(kept()).toEqual([]));
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged out successfully")).toBeVisible();
  });

  it("give way while they wait for others, if another user has moved the card since", async () => {
    const { store } = await moveTwo();
    const held = backend.delay(MOVE, 1);
    reconnect(backend);
    await held.arrived;
    await grace.call("PATCH", `/api/kanban/${ids[FIRST]}/status`, { status: "In Progress" });
    await act(() => reloadBoard(store.dispatch));
    const failure = await screen.findByText("Failed to update task status");
    expect(failure.nextSibling).toHaveTextContent(FIRST);
    expect(columnOf(FIRST)).toBe("In Progress");
    held.release();
    await waitFor(() => expect(kept()).toEqual([]));
    expect(columnOf(SECOND)).toBe("In Progress");
    expect(asked()).toEqual([`${SECOND}: In Progress`]);
  });
});

describe("signing out with unsent moves", () => {
  it("discards this and other tabs' moves, and the next user neither sends nor sees them", async () => {
    const { user } = await moveTwo();
    const [own = ""] = kept();
    localStorage.setItem(`taskdeck:outbox:${ada.user.id}:other`, localStorage.getItem(own) ?? "");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(screen.getByRole("alertdialog", { name: "Discard 4 unsent moves?" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Discard and log out" }));
    await screen.findByRole("heading", { name: "Welcome Back" });
    expect(kept()).toEqual([]);

    backend.network = "up";
    await backend.register({ email: "bob@example.com" });
    await user.type(screen.getByLabelText("Email Address"), "bob@example.com");
    await user.type(screen.getByLabelText("Password"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await user.click(await screen.findByRole("link", { name: "Progress" }));
    await card(FIRST);
    expect(columnOf(FIRST)).toBe("Todo");
    expect(asked()).toEqual([]);
    expect(kept()).toEqual([]);
  });
});

it("a session that ends keeps its unsent moves for the same user's next sign-in", async () => {
  const { user } = await moveTwo();
  await grace.call("GET", "/api/users");
  backend.fail("POST /api/auth/refresh", { status: 401, body: { error: "Over" } });
  backend.expireAccessTokens();
  reconnect(backend);
  await screen.findByText("Session expired. Please login again.");
  await screen.findByRole("heading", { name: "Welcome Back" });
  // Only calls from here on count as sent moves.
  backend.calls.length = 0;
  await user.type(screen.getByLabelText("Email Address"), ada.user.email);
  await user.type(screen.getByLabelText("Password"), PASSWORD);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(asked()).toEqual([`${SECOND}: In Progress`, `${FIRST}: Done`]));
  await waitFor(() => expect(kept()).toEqual([]));
});

it("moves, edits and new cards wait for a busy server, and no card jumps back", async () => {
  // A busy server, or a proxy before it, names when to come back.
  const headers = { "retry-after": "1" };
  const nameAll = (tasks: readonly Pick<Task, "title" | "status" | "priority">[]) =>
    tasks
      .map(({ title, status, priority }) => `${title} ${status} ${priority}`)
      .toSorted()
      .join();
  const { store, user } = await open();
  await user.click(await screen.findByRole("button", { name: "Add a task to To Do" }));
  const line = await screen.findByRole("textbox", { name: /task/i });
  backend.fail(MOVE, { status: 429, body: { error: "Busy" }, headers });
  backend.fail(EDIT, { status: 503, headers });
  backend.fail(CREATE, { status: 503, headers });
  const shownBoard = () => selectShownBoard(store.getState());
  const tasks = shownBoard()?.Todo ?? [];
  for (const title of [FIRST, SECOND]) await moveByMenu(user, title, "Done");
  act(() => store.dispatch(requestEdit(tasks, { priority: "Low" })));
  const shown = new Set<string>();
  const stop = store.subscribe(() => shown.add(nameAll(shownBoard()?.Done ?? [])));
  await user.type(line, "Buy milk{Enter}");
  await waitFor(() => expect(store.getState().connection.isBusy).toBe(true));
  expect(await screen.findAllByText("Waiting to be sent")).not.toHaveLength(0);
  expect(await screen.findByText("Priority of 2 tasks changed to Low")).toBeVisible();
  await waitFor(() => expect(titles("To Do")).toEqual(["Buy milk"]));
  await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
  stop();
  expect([...shown]).toEqual([`${FIRST} Done Low,${SECOND} Done Low`]);
  expect(screen.queryByText(/^Failed/)).toBeNull();
  const calls = [MOVE, EDIT, CREATE] as const;
  expect(calls.map((call) => backend.callsOf(call).length)).toEqual([3, 3, 2]);
  const rows = await backend.db
    .selectFrom("tasks")
    .select(["title", "status", "priority"])
    .execute();
  expect(nameAll(rows)).toBe(`Buy milk Todo Medium,${[...shown].join()}`);
});

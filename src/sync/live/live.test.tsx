import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import type { SessionResponse } from "#contract/session.ts";
import type { Task, TaskInput, TaskResponse } from "#contract/task.ts";
import type { User } from "#contract/user.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import type { Backend } from "#testing/backend.ts";
import { fastLive } from "#testing/fastLive.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { selectLiveStatus } from "./liveSlice.ts";

let backend: Backend;
let grace: SessionResponse;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.register({ email: "grace@example.com" });
});

/** Sends a call of Grace, from another browser. */
async function sendAsGrace<T = unknown>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  body?: object,
) {
  const response = await act(
    async () =>
      await backend.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${grace.accessToken}`, "x-client-id": "grace" },
        ...(body && { payload: body }),
      }),
  );
  if (response.statusCode >= 300) throw new Error(`${url}: ${response.statusCode}`);
  return (response.payload ? response.json() : undefined) as T;
}

async function addTask(fields: Partial<TaskInput> = {}): Promise<Task> {
  const input = { title: "Water the plants", description: "", status: "Todo", priority: "Low" };
  return (await sendAsGrace<TaskResponse>("POST", "/api/tasks", { ...input, ...fields })).task;
}

const moveTo = (id: string, status: string) =>
  sendAsGrace("PATCH", `/api/kanban/${id}/status`, { status });

async function open(path: string) {
  const app = await renderApp({ path, as: "member", backend, live: fastLive() });
  const status = () => selectLiveStatus(app.store.getState());
  await waitFor(() => expect(status()).toBe("open"));
  return { ...app, status };
}

const column = (name: string) => screen.findByRole("region", { name });

describe("a change by another user", () => {
  test("updates the list after a creation, an edit and a deletion", async () => {
    await open("/tasks");
    await screen.findByText("0 total tasks");
    const task = await addTask();
    await screen.findByRole("link", { name: task.title });
    await screen.findByText("1 total task");
    await sendAsGrace("PUT", `/api/tasks/${task.id}`, { ...task, title: "Feed the cat" });
    await screen.findByRole("link", { name: "Feed the cat" });
    await sendAsGrace("DELETE", `/api/tasks/${task.id}`);
    await screen.findByText("0 total tasks");
  });

  test("updates the open task after an edit, a comment and a deletion", async () => {
    const task = await addTask();
    await open(`/tasks/${task.id}`);
    await screen.findByRole("heading", { name: task.title });
    await sendAsGrace("POST", `/api/tasks/${task.id}/comments`, { comment: "On my way" });
    await screen.findByText("On my way");
    await sendAsGrace("PUT", `/api/tasks/${task.id}`, { ...task, title: "Feed the cat" });
    await screen.findByRole("heading", { name: "Feed the cat" });
    await sendAsGrace("DELETE", `/api/tasks/${task.id}`);
    await screen.findByRole("heading", { name: "Task not found" });
  });

  test("updates the dashboard", async () => {
    await open("/dashboard");
    const total = async () => (await screen.findByText("Total Tasks")).parentElement;
    expect(await total()).toHaveTextContent("0");
    await addTask();
    await waitFor(async () => expect(await total()).toHaveTextContent("1"));
  });
});

/** Returns a function that breaks the open streams like a network failure. */
function cuttableStreams() {
  const reach = globalThis.fetch;
  let scissors = new AbortController();
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.endsWith("/api/events")) return await reach(request);
    const signal = AbortSignal.any([request.signal, scissors.signal]);
    return await reach(request, { signal });
  };
  return () => {
    scissors.abort();
    scissors = new AbortController();
  };
}

const callCount = (call: Parameters<Backend["callsOf"]>[0]) => backend.callsOf(call).length;

describe("a change during a call", () => {
  test("refetches after a response from before the change", async () => {
    const task = await addTask();
    const { store } = await open("/kanban");
    await within(await column("To Do")).findByText(task.title);
    const held = backend.delay("GET /api/kanban/board", 1);
    act(
      () =>
        void store.dispatch(
          boardApi.endpoints.getBoard.initiate(undefined, { forceRefetch: true }),
        ),
    );
    await held.arrived;
    await moveTo(task.id, "Done");
    act(() => held.release());
    await within(await column("Done")).findByText(task.title);
  });

  test("refetches after the first response too", async () => {
    const task = await addTask();
    const held = backend.delay("GET /api/kanban/board", 1);
    await open("/kanban");
    await held.arrived;
    await moveTo(task.id, "Done");
    act(() => held.release());
    await within(await column("Done")).findByText(task.title);
  });

  test("refetches without waiting for unrelated calls", async () => {
    const [task, own] = [await addTask(), await addTask({ title: "Feed the cat" })];
    const { user } = await open("/kanban");
    const held = backend.delay("PATCH /api/kanban/{id}/status");
    await user.click(await screen.findByRole("button", { name: `Move to… (${own.title})` }));
    await user.click(screen.getByRole("menuitem", { name: "Move to Done" }));
    await held.arrived;
    await moveTo(task.id, "In Progress");
    await within(await column("In Progress")).findByText(task.title);
    // The user's own move has no response yet, and the card stays where the user put it.
    within(await column("Done")).getByText(own.title);
    act(() => held.release());
    await screen.findByText("Task moved to Done");
  });
});

const boardReads = () => callCount("GET /api/kanban/board") + callCount("GET /api/kanban/changes");

describe("the number of calls", () => {
  test("stays small for many changes", async () => {
    const task = await addTask();
    await open("/kanban");
    await within(await column("To Do")).findByText(task.title);
    const before = boardReads();
    await act(async () => {
      for (const change of Array.from({ length: 200 }, () => "moved" as const)) {
        backend.deps.events.publish({ type: "task", id: task.id, change, by: null });
      }
      await backend.call("GET", "/healthz");
    });
    await moveTo(task.id, "Done");
    await within(await column("Done")).findByText(task.title);
    expect(boardReads() - before).toBeLessThan(10);
  });

  test("is zero for the user's own changes and for data that no screen shows", async () => {
    const task = await addTask();
    const { user } = await open("/kanban");
    await user.click(await screen.findByRole("button", { name: `Move to… (${task.title})` }));
    const before = boardReads();
    await user.click(screen.getByRole("menuitem", { name: "Move to Done" }));
    await screen.findByText("Task moved to Done");
    await sendAsGrace("POST", `/api/tasks/${task.id}/comments`, { comment: "On my way" });
    // A later event shows that the earlier ones were handled.
    const next = await addTask({ title: "Feed the cat" });
    await screen.findByText(next.title);
    expect(boardReads() - before).toBe(1);
    expect(callCount("GET /api/tasks/{id}/comments")).toBe(0);
  });
});

describe("the stream", () => {
  test("resumes at the last event after a break", async () => {
    const cut = cuttableStreams();
    const task = await addTask();
    await open("/kanban");
    await within(await column("To Do")).findByText(task.title);
    await moveTo(task.id, "In Progress");
    await within(await column("In Progress")).findByText(task.title);
    act(cut);
    await moveTo(task.id, "Done");
    await within(await column("Done")).findByText(task.title);
    const [first, second] = backend.callsOf("GET /api/events");
    expect(second?.headers.get("last-event-id")).toBeTruthy();
    expect(second?.headers.get("last-event-id")).not.toBe(first?.headers.get("last-event-id"));
  });

  test("is reopened after an outage", async () => {
    const { store, status } = await open("/kanban");
    const streams = () => backend.callsOf("GET /api/events").length;
    expect(streams()).toBe(1);
    act(() => void store.dispatch(connectionRestored()));
    await waitFor(() => expect(streams()).toBe(2));
    await waitFor(() => expect(status()).toBe("open"));
    const task = await addTask();
    await within(await column("To Do")).findByText(task.title);
  });

  test("refetches everything if it can't resume", async () => {
    const cut = cuttableStreams();
    const task = await addTask();
    await open("/kanban");
    await within(await column("To Do")).findByText(task.title);
    // As after a restart, when the new process doesn't know the older events.
    backend.deps.events.since = async () => undefined;
    await backend.db.updateTable("tasks").set({ status: "Done" }).execute();
    act(cut);
    await within(await column("Done")).findByText(task.title);
  });

  test("reopens with a new access token after a 401", async () => {
    const cut = cuttableStreams();
    const { status } = await open("/kanban");
    const before = callCount("POST /api/auth/refresh");
    backend.expireAccessTokens();
    act(cut);
    await waitFor(() => expect(callCount("GET /api/events")).toBe(3));
    await waitFor(() => expect(status()).toBe("open"));
    expect(callCount("POST /api/auth/refresh") - before).toBe(1);
  });

  test("is retried while the server fails", async () => {
    backend.fail("GET /api/events", { status: 500 }, 2);
    backend.fail("GET /api/events", "unreachable", 2);
    await open("/kanban");
    expect(callCount("GET /api/events")).toBe(5);
  });

  test("is requested once from a server without streams", async () => {
    backend.fail("GET /api/events", { status: 404, body: { error: "Not found" } }, Infinity);
    const { store, user } = await renderApp({
      path: "/kanban",
      as: "member",
      backend,
      live: fastLive(),
    });
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("unsupported"));
    act(() => void window.dispatchEvent(new Event("focus")));
    act(() => void window.dispatchEvent(new Event("online")));
    await user.click(await screen.findByRole("link", { name: "Tasks" }));
    await screen.findByText("0 total tasks");
    expect(callCount("GET /api/events")).toBe(1);
    expect(selectLiveStatus(store.getState())).toBe("unsupported");
  });

  test("reports at once that the server ended the session", async () => {
    const { user } = await backend.register({ email: "ada@example.com" }).then((session) => {
      backend.remember(session);
      return session;
    });
    const { store } = await renderApp({ path: "/kanban", backend, live: fastLive() });
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("open"));
    await act(async () => {
      await backend.db.deleteFrom("sessions").where("user_id", "=", user.id).execute();
      backend.deps.events.publish({ type: "session", id: user.id });
    });
    await screen.findByText("Session expired. Please login again.");
    await waitFor(() => expect(selectLiveStatus(store.getState())).toBe("off"));
  });
});

test("a hidden tab fetches nothing until it is visible", async () => {
  const task = await addTask();
  await open("/kanban");
  await within(await column("To Do")).findByText(task.title);
  const before = callCount("GET /api/kanban/board");
  const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
  await moveTo(task.id, "Done");
  await act(async () => void (await backend.call("GET", "/healthz")));
  expect(callCount("GET /api/kanban/board")).toBe(before);
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await within(await column("Done")).findByText(task.title);
});

test("a change of the user's own role shows immediately", async () => {
  const { store } = await open("/kanban");
  expect(screen.queryByRole("link", { name: "Users" })).toBeNull();
  const { user } = store.getState().session as { user: User };
  await backend.db.updateTable("users").set({ role: "admin" }).where("id", "=", user.id).execute();
  await act(async () => {
    backend.deps.events.publish({ type: "user", id: user.id, change: "updated", by: null });
    await Promise.resolve();
  });
  await screen.findByRole("link", { name: "Users" });
});

describe("the focus", () => {
  test("follows a card moved by another user, and goes to the next card after a deletion", async () => {
    const [next, task] = [await addTask({ title: "Feed the cat" }), await addTask()];
    const { user } = await open("/kanban");
    const link = (title: string) => screen.findByRole("link", { name: title });
    (await link(task.title)).focus();
    await moveTo(task.id, "Done");
    await within(await column("Done")).findByText(task.title);
    await waitFor(async () => expect(await link(task.title)).toHaveFocus());
    await moveTo(next.id, "Done");
    await within(await column("Done")).findByText(next.title);
    expect(await link(task.title)).toHaveFocus();
    await sendAsGrace("DELETE", `/api/tasks/${task.id}`);
    await waitFor(async () => expect(await link(next.title)).toHaveFocus());
    // Without a focused card, the focus stays where it is.
    await user.click(document.body);
    await moveTo(next.id, "Todo");
    await within(await column("To Do")).findByText(next.title);
    expect(document.body).toHaveFocus();
  });
});

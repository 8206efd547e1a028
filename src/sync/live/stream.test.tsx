import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { fastLive } from "#testing/fastLive.ts";
import { column, type Live, startLive } from "#testing/liveApp.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { selectLiveStatus } from "./liveSlice.ts";

let backend: Live["backend"];
let addTask: Live["addTask"];
let moveTo: Live["moveTo"];
let open: Live["open"];
let callCount: Live["callCount"];

beforeEach(async () => {
  ({ backend, addTask, moveTo, open, callCount } = await startLive());
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

describe("the stream", () => {
  test("resumes at the last event after a break, with a new access token after a 401, and refetches everything if it can't resume", async () => {
    const cut = cuttableStreams();
    const task = await addTask();
    const { status } = await open("/kanban");
    await within(await column("To Do")).findByText(task.title);
    await moveTo(task.id, "In Progress");
    await within(await column("In Progress")).findByText(task.title);
    act(cut);
    await moveTo(task.id, "Done");
    await within(await column("Done")).findByText(task.title);
    const [first, second] = backend.callsOf("GET /api/events");
    expect(second?.headers.get("last-event-id")).toBeTruthy();
    expect(second?.headers.get("last-event-id")).not.toBe(first?.headers.get("last-event-id"));

    const before = callCount("POST /api/auth/refresh");
    backend.expireAccessTokens();
    act(cut);
    await waitFor(() => expect(callCount("GET /api/events")).toBe(4));
    await waitFor(() => expect(status()).toBe("open"));
    expect(callCount("POST /api/auth/refresh") - before).toBe(1);

    // As after a restart, when the new process doesn't know the older events.
    backend.deps.events.since = async () => undefined;
    await backend.db.updateTable("tasks").set({ status: "Todo" }).execute();
    act(cut);
    await within(await column("To Do")).findByText(task.title);
  });

  test("is retried while the server fails, and reopened after an outage", async () => {
    backend.fail("GET /api/events", { status: 500 }, 2);
    backend.fail("GET /api/events", "unreachable", 2);
    const { store, status } = await open("/kanban");
    expect(callCount("GET /api/events")).toBe(5);
    act(() => void store.dispatch(connectionRestored()));
    await waitFor(() => expect(callCount("GET /api/events")).toBe(6));
    await waitFor(() => expect(status()).toBe("open"));
    const task = await addTask();
    await within(await column("To Do")).findByText(task.title);
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

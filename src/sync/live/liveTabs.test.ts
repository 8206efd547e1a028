import { beforeEach, expect, test } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { waitFor } from "@testing-library/react";
import type { AppStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Task, TaskResponse } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { TokenVault } from "#session/tokens.ts";
import type { Backend } from "#testing/backend.ts";
import { fastLive } from "#testing/fastLive.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { fakeChannels } from "#testing/stubs/fakeChannel.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";
import { selectLiveStatus } from "./liveSlice.ts";

let backend: Backend;
let grace: SessionResponse;
let task: Task;
/** Shared by the tabs of one browser. */
let shared: Pick<AppExtra, "live" | "locks">;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.register({ email: "grace@example.com" });
  const { body } = await send("POST", "/api/tasks", { title: "Tea", priority: "Low" });
  ({ task } = body as TaskResponse);
  backend.remember(await backend.register());
  shared = { live: fastLive(fakeChannels(queueMicrotask)), locks: fakeLocks() };
});

/** Sends a call of Grace, from another browser. */
async function send(method: "POST" | "PATCH", url: string, payload: object) {
  const headers = { authorization: `Bearer ${grace.accessToken}` };
  const response = await backend.app.inject({ method, url, headers, payload });
  return { status: response.statusCode, body: response.json<unknown>() };
}

const move = (status: TaskStatus) => send("PATCH", `/api/kanban/${task.id}/status`, { status });

/** A tab with the board on its screen. */
async function openTab(given: Partial<typeof shared> = {}): Promise<AppStore> {
  const store = makeTestStore(new TokenVault(), { ...shared, ...given });
  await store.dispatch(boardApi.endpoints.getBoard.initiate());
  return store;
}

const close = (store: AppStore) => store.dispatch(clearAllListeners());

const statusIn = (store: AppStore) => selectLiveStatus(store.getState());

function shownIn(store: AppStore): TaskStatus | undefined {
  const { data } = boardApi.endpoints.getBoard.select()(store.getState());
  return data && TASK_STATUSES.find((status) => data[status].some(({ id }) => id === task.id));
}

const streams = () => backend.callsOf("GET /api/events").length;

async function allShow(tabs: AppStore[], status: TaskStatus): Promise<void> {
  await waitFor(() => expect(tabs.map(shownIn)).toEqual(tabs.map(() => status)));
}

test("one tab reads the stream for all, and when it closes, another tab resumes the stream", async () => {
  const [first, ...others] = [await openTab(), await openTab(), await openTab()];
  await waitFor(() => expect(others.map(statusIn)).toEqual(["open", "open"]));
  await move("In Progress");
  await allShow([first, ...others], "In Progress");
  expect(streams()).toBe(1);
  // No tab reads the stream during this move.
  close(first);
  await move("Done");
  await allShow(others, "Done");
  await waitFor(() => expect(others.map(statusIn)).toEqual(["open", "open"]));
  expect(streams()).toBe(2);
  const [before, after] = backend.callsOf("GET /api/events");
  expect(after?.headers.get("last-event-id")).not.toBe(before?.headers.get("last-event-id"));
  await move("Todo");
  await allShow(others, "Todo");
});

test("a tab that opens later refetches the changes since its board", async () => {
  const first = await openTab();
  await waitFor(() => expect(statusIn(first)).toBe("open"));
  const idle = Promise.withResolvers<void>();
  const late = await openTab({
    live: { ...fastLive(shared.live?.openChannel), whenIdle: () => idle.promise },
  });
  await move("Done");
  await allShow([first], "Done");
  expect(shownIn(late)).toBe("Todo");
  idle.resolve();
  await allShow([late], "Done");
});

test("a sign-out in one tab ends the stream in all; the next user gets a new one", async () => {
  const tabs = [await openTab(), await openTab()];
  await waitFor(() => expect(tabs.map(statusIn)).toEqual(["open", "open"]));
  await tabs[0]?.dispatch(sessionApi.endpoints.logout.initiate());
  // Browsers send storage events to other tabs only; here all tabs share one window.
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  await waitFor(() => expect(tabs.map(statusIn)).toEqual(["off", "off"]));
  await tabs[0]?.dispatch(
    sessionApi.endpoints.login.initiate({
      email: grace.user.email,
      password: "correct horse battery",
    }),
  );
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  await waitFor(() => expect(tabs.map(statusIn)).toEqual(["open", "open"]));
  expect(streams()).toBe(2);
});

test("without locks or channels each tab reads its own stream", async () => {
  const tabs = [
    await openTab({ locks: undefined }),
    await openTab({ live: fastLive() }),
    await openTab({ locks: undefined }),
  ];
  await waitFor(() => expect(tabs.map(statusIn)).toEqual(["open", "open", "open"]));
  await move("Done");
  await allShow(tabs, "Done");
  expect(streams()).toBe(3);
});

import { beforeEach, expect, it } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { waitFor } from "@testing-library/react";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { AppStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/session.ts";
import type { Task } from "#contract/task.ts";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import type { TestUser } from "#server/testing/server.ts";
import { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { Backend } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { kept } from "#testing/screens/connection.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";

installStoreParts({ storeParts });

interface Tab {
  store: AppStore;
  /** The tab hears nothing more, but keeps its lock. */
  freeze: () => void;
  /** Closes the tab: its lock becomes free, and it hears nothing more. */
  close: () => void;
}

let backend: Backend;
let grace: TestUser;
let task: Task;
let session: SessionResponse;
let locks: ReturnType<typeof fakeLocks>;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
  const input = { title: "Feed the cat", status: "Todo", priority: "Low" };
  task = ((await grace.call("POST", "/api/tasks", input)).body as { task: Task }).task;
  session = await backend.register();
  backend.remember(session);
  locks = fakeLocks();
});

const onServer = async () =>
  ((await grace.call("GET", `/api/tasks/${task.id}`)).body as { task: Task }).task;

async function openTab(): Promise<Tab> {
  const life = Promise.withResolvers<never>();
  const request = (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
    locks.request(name, options, (lock) => Promise.race([work(lock), life.promise]));
  const store = makeTestStore(new TokenVault(), {
    locks: { request: request as LockManager["request"] },
  });
  await store.dispatch(boardApi.endpoints.getBoard.initiate());
  const freeze = () => store.dispatch(clearAllListeners());
  return {
    store,
    freeze,
    close() {
      freeze();
      life.reject(new Error("The tab is closed"));
    },
  };
}

async function disconnect({ store }: Tab) {
  store.dispatch(serverUnreachable());
  await waitFor(() => expect(store.getState().connection.status).toBe("offline"));
}

/** Two tabs without a connection, which change the same card: first the older one. */
async function openTwo(): Promise<[older: Tab, newer: Tab]> {
  const tabs: [Tab, Tab] = [await openTab(), await openTab()];
  backend.network = "down";
  await Promise.all(tabs.map(disconnect));
  return tabs;
}

/** Waits until the clock shows another time. */
async function later() {
  const now = Date.now();
  await waitFor(() => expect(Date.now()).toBeGreaterThan(now));
}

it("an unsent move of a tab that the browser has frozen gives way to a newer one", async () => {
  const [older, newer] = await openTwo();
  older.store.dispatch(requestMoves([task], "Done", "menu"));
  await waitFor(() => expect(kept()).toHaveLength(1));
  older.freeze();
  await later();
  backend.network = "up";
  await waitFor(() => expect(newer.store.getState().connection.status).toBe("online"));
  newer.store.dispatch(requestMoves([task], "In Progress", "menu"));
  await waitFor(async () => expect((await onServer()).status).toBe("In Progress"));
  const options = { forceRefetch: true, subscribe: false } as const;
  await newer.store.dispatch(boardApi.endpoints.getBoard.initiate(undefined, options));
  await waitFor(() => expect(newer.store.getState().changes.entries).toEqual({}));
  older.close();
  await waitFor(() => expect(kept()).toEqual([]));
  expect((await onServer()).status).toBe("In Progress");
  expect(backend.callsOf("PATCH /api/kanban/{id}/status")).toHaveLength(1);
});

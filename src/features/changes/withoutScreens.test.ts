import { beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { waitFor } from "@testing-library/react";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { AppStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { changesApi } from "#features/tasks/data/changesApi.ts";
import { tasksApi } from "#features/tasks/data/tasksApi.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import type { TestUser } from "#server/testing/server.ts";
import { TokenVault } from "#session/tokens.ts";
import type { Backend } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { kept } from "#testing/screens/connection.ts";
import { createTask, readTask } from "#testing/screens/create.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";
import { requestNewTask } from "./actions/newTask.ts";
import { requestMoves } from "./actions/requestChanges.ts";
import { requestEdit } from "./actions/requestEdit.ts";
import { undoNewest } from "./actions/undo.ts";
import { countStored } from "./keeping/outbox.ts";
import { readTaskNow } from "./sending/readTaskNow.ts";

// The store against the real server.

const PATCH = "PATCH /api/tasks/{id}";
const MOVE = "PATCH /api/kanban/{id}/status";
const CREATE = "POST /api/tasks";

installStoreParts({ storeParts });

let backend: Backend;
let grace: TestUser;
let session: SessionResponse;
let tokens: TokenVault;
let store: AppStore;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
  session = await backend.register();
  backend.remember(session);
});

/** Opens a page of the remembered session. */
function openPage(locks?: Pick<LockManager, "request">): AppStore {
  tokens = new TokenVault();
  store = makeTestStore(tokens, { locks });
  return store;
}

const readBoard = (page = store) =>
  page.dispatch(boardApi.endpoints.getBoard.initiate(undefined, { forceRefetch: true }));

async function disconnect(page: AppStore) {
  backend.network = "down";
  page.dispatch(serverUnreachable());
  await waitFor(() => expect(page.getState().connection.status).toBe("offline"));
}

async function reconnect(page: AppStore) {
  backend.network = "up";
  await waitFor(() => expect(page.getState().connection.status).toBe("online"));
}

describe("a change that waited for a token during an outage", () => {
  /** The server refuses the token, and the connection breaks and comes back before there is a new one. */
  async function breakDuringRefresh(act: () => void, offline: () => Promise<unknown>) {
    openPage();
    await readBoard();
    backend.expireAccessTokens();
    const held = backend.delay("POST /api/auth/refresh", 1);
    act();
    await held.arrived;
    await disconnect(store);
    await offline();
    await reconnect(store);
    held.release();
  }

  it("leaves what others have changed since", async () => {
    const task = await createTask(grace, "Feed the cat");
    await breakDuringRefresh(
      () => store.dispatch(requestEdit([task], { priority: "High" })),
      async () => {
        // Her former token was refused too.
        grace = await backend.as("member");
        await grace.call("PATCH", `/api/tasks/${task.id}`, { priority: "Medium" });
      },
    );
    await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
    expect((await readTask(grace, task.id)).priority).toBe("Medium");
    expect(backend.callsOf(PATCH).filter(({ token }) => token === tokens.accessToken)).toEqual([]);
  });

  it("is sent in its turn, one move at a time", async () => {
    const first = await createTask(grace, "Feed the cat");
    const second = await createTask(grace, "Water the plants");
    const held = Promise.withResolvers<ReturnType<Backend["delay"]>>();
    await breakDuringRefresh(
      () => {
        store.dispatch(requestMoves([first], "Done", "menu"));
        store.dispatch(requestMoves([second], "Done", "menu"));
      },
      async () => {
        await waitFor(() => expect(backend.callsOf(MOVE)).toHaveLength(2));
        held.resolve(backend.delay(MOVE, 1));
      },
    );
    const moves = await held.promise;
    await moves.arrived;
    const sent = () =>
      backend
        .callsOf(MOVE)
        .flatMap(({ name, token }) => (token === tokens.accessToken ? name : []));
    expect(sent()).toEqual([`PATCH /api/kanban/${first.id}/status`]);
    moves.release();
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(() =>
      expect(store.getState().changes.entries[second.id]?.status?.phase).not.toBe("sending"),
    );
  });
});

describe("a new card whose response is lost", () => {
  const board = { board: { Todo: [], "In Progress": [], Done: [] } };
  const REASON = expect.stringMatching(/^No response arrived, so the task may exist./);
  const cards = () =>
    Object.values(store.getState().changes.entries).flatMap((changes) => changes.new ?? []);
  const add = () =>
    store.dispatch(requestNewTask("Tea", { status: "Todo", assignee_id: session.user.id }));

  beforeEach(() => {
    backend.delay("GET /api/auth/me");
    openPage();
  });

  /** Closes the page, and opens another one of the same user. */
  async function reload() {
    await waitFor(() => expect(countStored(session.user.id)).toBe(1));
    store.dispatch(clearAllListeners());
    openPage().dispatch(() => undefined);
    await waitFor(() => expect(cards()).toMatchObject([{}]));
  }

  /** The response is lost before any query has got a response. */
  async function loseFirst() {
    backend.fail(CREATE, "lost");
    add();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "unsure", attempts: 1 }]));
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  }

  it("waits until a query tells what the server can do, and is created once", async () => {
    await loseFirst();
    await readBoard();
    await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(2));
    await waitFor(() => expect(cards().every(({ phase }) => phase === "confirmed")).toBe(true));
    const created = await backend.db.selectFrom("tasks").select("title").execute();
    expect(created).toEqual([{ title: "Tea" }]);
  });

  it("is not sent again to a server that would create a second task, nor by a reload", async () => {
    backend.answer("GET /api/kanban/board", board);
    await loseFirst();
    await readBoard();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "refused", reason: REASON }]));
    await reload();
    expect(cards()).toMatchObject([{ phase: "refused", want: { title: "Tea" } }]);
    await readBoard();
    expect(cards()).toMatchObject([{ reason: REASON }]);
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });

  it("is not sent again there if the page was reloaded while it was being sent", async () => {
    backend.answer("GET /api/kanban/board", board);
    const held = backend.delay(CREATE);
    add();
    await held.arrived;
    await reload();
    await readBoard();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "refused" }]));
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });
});

it("a task is read by a new request, not by a running one, whose response is older", async () => {
  const { id } = await createTask(grace, "Mow the lawn");
  openPage();
  const held = backend.delay("GET /api/tasks/{id}", 1);
  void store.dispatch(changesApi.endpoints.readTask.initiate(id));
  await held.arrived;
  await grace.call("PATCH", `/api/tasks/${id}`, { title: "Mow it" });
  const read = readTaskNow(id, store);
  held.release();
  expect((await read).data).toMatchObject({ title: "Mow it" });
});

it("Undo of an edit on an older board brings back the newest value, not that of the board", async () => {
  const task = await createTask(grace, "Mow");
  const { dispatch } = openPage();
  const titleNow = async () => (await readTask(grace, task.id)).title;
  await readBoard();
  await grace.call("PATCH", `/api/tasks/${task.id}`, { title: "Mow the lawn" });
  await dispatch(tasksApi.endpoints.getTask.initiate(task.id));
  // The board still shows the former title.
  dispatch(requestEdit([task], { title: "Mow it" }));
  await waitFor(async () => expect(await titleNow()).toBe("Mow it"));
  dispatch(undoNewest());
  await waitFor(async () => expect(await titleNow()).toBe("Mow the lawn"));
});

it("an unsent move of a tab that the browser has frozen gives way to a newer one of another tab", async () => {
  const task = await createTask(grace, "Feed the cat");
  const locks = fakeLocks();
  const life = Promise.withResolvers<never>();
  const request = (name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
    locks.request(name, options, (lock) => Promise.race([work(lock), life.promise]));
  const older = openPage({ request: request as LockManager["request"] });
  const newer = openPage(locks);
  for (const page of [older, newer]) await readBoard(page);
  for (const page of [older, newer]) await disconnect(page);
  older.dispatch(requestMoves([task], "Done", "menu"));
  await waitFor(() => expect(kept()).toHaveLength(1));
  // The frozen tab hears nothing more, but keeps its lock.
  older.dispatch(clearAllListeners());
  const now = Date.now();
  await waitFor(() => expect(Date.now()).toBeGreaterThan(now));
  await reconnect(newer);
  newer.dispatch(requestMoves([task], "In Progress", "menu"));
  await waitFor(async () => expect((await readTask(grace, task.id)).status).toBe("In Progress"));
  await readBoard(newer);
  await waitFor(() => expect(newer.getState().changes.entries).toEqual({}));
  life.reject(new Error("The tab is closed"));
  await waitFor(() => expect(kept()).toEqual([]));
  expect((await readTask(grace, task.id)).status).toBe("In Progress");
  expect(backend.callsOf(MOVE)).toHaveLength(1);
});

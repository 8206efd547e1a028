import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { waitFor } from "@testing-library/react";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { AppStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/session.ts";
import { boardApi } from "#features/board/boardApi.ts";
import { countStored } from "#features/board/outbox/outbox.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import { installStoreParts } from "#lib/storeParts.ts";
import { TokenVault } from "#session/tokens.ts";
import type { Backend } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { creationRequested } from "./creationsSlice.ts";
import { loadCreations } from "./loadCreations.ts";

const CREATE = "POST /api/tasks";

let backend: Backend;
let session: SessionResponse;
let store: AppStore;

installStoreParts({ storeParts });
beforeAll(() => loadCode(loadCreations));

beforeEach(async () => {
  backend = await openBackend();
  session = await backend.register({ role: "member" });
  backend.delay("GET /api/auth/me");
  const tokens = new TokenVault();
  tokens.signIn(session);
  store = makeTestStore(tokens);
});

const cards = () => store.getState().creations.all;
const readBoard = () =>
  store.dispatch(boardApi.endpoints.getBoard.initiate(undefined, { forceRefetch: true }));

/** Creates a card, whose response is lost before any query has got a response. */
async function loseFirst() {
  backend.fail(CREATE, "lost");
  const key = "the-key-of-a-new-card";
  const assignee_id = session.user.id;
  store.dispatch(creationRequested({ key, title: "Tea", status: "Todo", assignee_id }));
  await waitFor(() => expect(cards()).toMatchObject([{ phase: "queued", attempts: 1 }]));
  expect(backend.callsOf(CREATE)).toHaveLength(1);
}

describe("a new card whose response is lost before the server is known", () => {
  it("waits for the first response of a query, and is created once", async () => {
    await loseFirst();
    await readBoard();
    await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(2));
    await waitFor(() => expect(cards().every(({ phase }) => phase === "created")).toBe(true));
    const created = await backend.db.selectFrom("tasks").select("title").execute();
    expect(created).toEqual([{ title: "Tea" }]);
  });

  it("is not sent again to a server that would create a second task", async () => {
    await loseFirst();
    backend.answer("GET /api/kanban/board", { board: { Todo: [], "In Progress": [], Done: [] } });
    await readBoard();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "failed" }]));
    expect(cards()[0]?.reason).toMatch(/^No response arrived, so the task may exist./);
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });
});

describe("a new card that may exist", () => {
  const board = { board: { Todo: [], "In Progress": [], Done: [] } };

  /** Closes the page, and opens another one of the same user. */
  function reload() {
    store.dispatch(clearAllListeners());
    const tokens = new TokenVault();
    store = makeTestStore(tokens);
    store.dispatch(() => undefined);
  }

  it("is not sent again by a reload", async () => {
    backend.answer("GET /api/kanban/board", board);
    await loseFirst();
    await readBoard();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "failed" }]));
    await waitFor(() => expect(countStored(session.user.id)).toBe(1));
    reload();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "failed", title: "Tea" }]));
    await readBoard();
    expect(cards()[0]?.reason).toMatch(/^No response arrived, so the task may exist./);
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });

  it("is not sent again if the page was reloaded while it was being sent", async () => {
    backend.answer("GET /api/kanban/board", board);
    const held = backend.delay(CREATE);
    const card = { key: "the-key-of-a-new-card", title: "Tea", assignee_id: null };
    store.dispatch(creationRequested({ ...card, status: "Todo" }));
    await held.arrived;
    await waitFor(() => expect(countStored(session.user.id)).toBe(1));
    reload();
    await waitFor(() => expect(cards()).toHaveLength(1));
    await readBoard();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "failed" }]));
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });
});

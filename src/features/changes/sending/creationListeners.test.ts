import { beforeEach, describe, expect, it } from "@jest/globals";
import { clearAllListeners } from "@reduxjs/toolkit";
import { waitFor } from "@testing-library/react";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { AppStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/session.ts";
import { requestNewTask } from "#features/changes/actions/requestChanges.ts";
import { countStored } from "#features/changes/keeping/outbox.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { Backend } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";

const CREATE = "POST /api/tasks";

let backend: Backend;
let session: SessionResponse;
let store: AppStore;

installStoreParts({ storeParts });

beforeEach(async () => {
  backend = await openBackend();
  session = await backend.register({ role: "member" });
  backend.delay("GET /api/auth/me");
  const tokens = new TokenVault();
  tokens.signIn(session);
  store = makeTestStore(tokens);
});

const cards = () =>
  Object.values(store.getState().changes.entries).flatMap((changes) => changes.new ?? []);
const readBoard = () =>
  store.dispatch(boardApi.endpoints.getBoard.initiate(undefined, { forceRefetch: true }));

/** Creates a card, whose response is lost before any query has got a response. */
async function loseFirst() {
  backend.fail(CREATE, "lost");
  store.dispatch(requestNewTask("Tea", { status: "Todo", assignee_id: session.user.id }));
  await waitFor(() => expect(cards()).toMatchObject([{ phase: "unsure", attempts: 1 }]));
  expect(backend.callsOf(CREATE)).toHaveLength(1);
}

describe("a new card whose response is lost before the server is known", () => {
  it("waits for the first response of a query, and is created once", async () => {
    await loseFirst();
    await readBoard();
    await waitFor(() => expect(backend.callsOf(CREATE)).toHaveLength(2));
    await waitFor(() => expect(cards().every(({ phase }) => phase === "confirmed")).toBe(true));
    const created = await backend.db.selectFrom("tasks").select("title").execute();
    expect(created).toEqual([{ title: "Tea" }]);
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

  it("is not sent again to a server that would create a second task, nor by a reload", async () => {
    backend.answer("GET /api/kanban/board", board);
    await loseFirst();
    await readBoard();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "refused" }]));
    await waitFor(() => expect(countStored(session.user.id)).toBe(1));
    reload();
    await waitFor(() =>
      expect(cards()).toMatchObject([{ phase: "refused", want: { title: "Tea" } }]),
    );
    await readBoard();
    const reason = expect.stringMatching(/^No response arrived, so the task may exist./);
    expect(cards()).toMatchObject([{ reason }]);
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });

  it("is not sent again if the page was reloaded while it was being sent", async () => {
    backend.answer("GET /api/kanban/board", board);
    const held = backend.delay(CREATE);
    store.dispatch(requestNewTask("Tea", { status: "Todo", assignee_id: null }));
    await held.arrived;
    await waitFor(() => expect(countStored(session.user.id)).toBe(1));
    reload();
    await waitFor(() => expect(cards()).toHaveLength(1));
    await readBoard();
    await waitFor(() => expect(cards()).toMatchObject([{ phase: "refused" }]));
    expect(backend.callsOf(CREATE)).toHaveLength(1);
  });
});

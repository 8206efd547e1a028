import { beforeEach, expect, it } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import type { AppStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/session.ts";
import type { Task } from "#contract/task.ts";
import { requestEdit, requestMoves } from "#features/changes/actions/requestChanges.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import type { TestUser } from "#server/testing/server.ts";
import { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { Backend } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";

installStoreParts({ storeParts });

const PATCH = "PATCH /api/tasks/{id}";
const MOVE = "PATCH /api/kanban/{id}/status";
const REFRESH = "POST /api/auth/refresh";

let backend: Backend;
let grace: TestUser;
let tokens: TokenVault;
let store: AppStore;

beforeEach(async () => {
  backend = await openBackend();
  grace = await backend.as("member", { name: "Grace Hopper" });
  const ada: SessionResponse = await backend.register();
  tokens = new TokenVault();
  tokens.signIn(ada);
  store = makeTestStore(tokens);
});

async function add(title: string): Promise<Task> {
  const { body } = await grace.call("POST", "/api/tasks", { title, priority: "Low" });
  return (body as { task: Task }).task;
}

/** The server refuses the token, and the connection breaks and comes back before there is a new one. */
async function breakDuringRefresh(act: () => void, offline: () => Promise<unknown>) {
  await store.dispatch(boardApi.endpoints.getBoard.initiate());
  backend.expireAccessTokens();
  const held = backend.delay(REFRESH, 1);
  act();
  await held.arrived;
  backend.network = "down";
  store.dispatch(serverUnreachable());
  await waitFor(() => expect(store.getState().connection.status).toBe("offline"));
  await offline();
  backend.network = "up";
  await waitFor(() => expect(store.getState().connection.status).toBe("online"));
  held.release();
}

it("an edit that waited for a token during an outage leaves what others have changed since", async () => {
  const task = await add("Feed the cat");
  await breakDuringRefresh(
    () => store.dispatch(requestEdit([task], { priority: "High" })),
    async () => {
      // Her former token was refused too.
      grace = await backend.as("member");
      await grace.call("PATCH", `/api/tasks/${task.id}`, { priority: "Medium" });
    },
  );
  await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
  const { body } = await grace.call("GET", `/api/tasks/${task.id}`);
  expect((body as { task: Task }).task.priority).toBe("Medium");
  expect(backend.callsOf(PATCH).filter(({ token }) => token === tokens.accessToken)).toEqual([]);
});

it("moves that waited for a token during an outage are sent in order, one at a time", async () => {
  const first = await add("Feed the cat");
  const second = await add("Water the plants");
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
    backend.callsOf(MOVE).flatMap(({ name, token }) => (token === tokens.accessToken ? name : []));
  expect(sent()).toEqual([`PATCH /api/kanban/${first.id}/status`]);
  moves.release();
  await waitFor(() => expect(sent()).toHaveLength(2));
  await waitFor(() =>
    expect(store.getState().changes.entries[second.id]?.status?.phase).not.toBe("sending"),
  );
});

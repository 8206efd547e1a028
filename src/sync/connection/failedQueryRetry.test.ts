import { afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import { act, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { removeQuery } from "#api/rtkInternals.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { usersApi } from "#features/users/usersApi.ts";
import { boardApi } from "#sync/board/boardApi.ts";
import type { Backend, Fault } from "#testing/backend.ts";
import { openBackend } from "#testing/renderApp.tsx";
import { loadAllScreens } from "#testing/screens/allScreens.ts";

const CALL = "GET /api/teams";
const { getTeams } = teamsApi.endpoints;

let backend: Backend;
let store: AppStore;

beforeAll(loadAllScreens);

beforeEach(async () => {
  backend = await openBackend();
  backend.remember(await backend.register({ role: "admin" }));
  store = makeStore({}, makeExtra({ retryDelayMs: 1, failedQueryRetryMs: 20 }));
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  jest.restoreAllMocks();
  act(() => toast.remove());
});

const callCount = () => backend.callsOf(CALL).length;
const result = () => getTeams.select()(store.getState());

const FAULTS: readonly (readonly [string, Fault])[] = [
  ["the server fails", { status: 500, body: { error: "Broken" } }],
  ["a proxy lost its server", { status: 503 }],
  ["there are too many requests", { status: 429 }],
  ["the network is gone", "unreachable"],
  ["the response is truncated", "cut"],
];

it.each(FAULTS)(
  "retries a failed query until it succeeds and reports it once: %s",
  async (_, fault) => {
    const errorToasts = jest.spyOn(toast, "error");
    backend.fail(CALL, fault, 4);
    void store.dispatch(getTeams.initiate());
    await waitFor(() => expect(result().isSuccess).toBe(true));
    expect(errorToasts.mock.calls.map(([text]) => text)).toEqual(["Failed to fetch teams"]);
  },
);

it("reports a board that fails repeatedly once", async () => {
  const errorToasts = jest.spyOn(toast, "error");
  backend.fail("GET /api/kanban/board", { status: 500 }, 3);
  const { getBoard } = boardApi.endpoints;
  void store.dispatch(getBoard.initiate());
  await waitFor(() => expect(getBoard.select()(store.getState()).isSuccess).toBe(true));
  expect(errorToasts.mock.calls.map(([text]) => text)).toEqual(["Failed to load kanban board"]);
});

it("does not retry a request that the server refuses", async () => {
  backend.fail(CALL, { status: 403, body: { error: "No" } });
  backend.fail("GET /api/users", { status: 500 }, 2);
  void store.dispatch(getTeams.initiate());
  // Another query that is being retried shows that time has passed.
  void store.dispatch(usersApi.endpoints.getUsers.initiate());
  await waitFor(() =>
    expect(usersApi.endpoints.getUsers.select()(store.getState()).isSuccess).toBe(true),
  );
  expect(result().isError).toBe(true);
  expect(callCount()).toBe(1);
});

it("does not retry a query that no screen shows any more", async () => {
  backend.fail(CALL, { status: 500 });
  backend.fail("GET /api/users", { status: 500 }, 2);
  const question = store.dispatch(getTeams.initiate());
  await question;
  question.unsubscribe();
  void store.dispatch(usersApi.endpoints.getUsers.initiate());
  await waitFor(() =>
    expect(usersApi.endpoints.getUsers.select()(store.getState()).isSuccess).toBe(true),
  );
  expect(callCount()).toBe(1);
});

it("reports a retry that fails with another error", async () => {
  const errorToasts = jest.spyOn(toast, "error");
  backend.fail(CALL, { status: 500 }, 1);
  const query = store.dispatch(getTeams.initiate());
  await query;
  backend.fail(CALL, { status: 403 });
  await waitFor(() => expect(callCount()).toBe(2));
  await waitFor(() => expect(errorToasts).toHaveBeenCalledTimes(2));
});

it("reports a failure again once the failed query has left the cache", async () => {
  const errorToasts = jest.spyOn(toast, "error");
  backend.fail(CALL, { status: 500 }, Infinity);
  const question = store.dispatch(getTeams.initiate());
  // The third request shows that the second failure was handled, but not reported.
  await waitFor(() => expect(callCount()).toBeGreaterThan(2));
  expect(errorToasts).toHaveBeenCalledTimes(1);
  question.unsubscribe();
  store.dispatch(removeQuery(question.queryCacheKey));
  await store.dispatch(getTeams.initiate());
  expect(errorToasts).toHaveBeenCalledTimes(2);
});

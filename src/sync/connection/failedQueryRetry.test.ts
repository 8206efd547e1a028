import { afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import { act, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { removeQuery } from "#api/rtkInternals.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { usersApi } from "#features/users/usersApi.ts";
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

it.each<Fault>([{ status: 500, body: { error: "Broken" } }, { status: 429 }, "unreachable", "cut"])(
  "retries a query that fails with %j until it succeeds, and reports it once",
  async (fault) => {
    const errorToasts = jest.spyOn(toast, "error");
    backend.fail(CALL, fault, 4);
    void store.dispatch(getTeams.initiate());
    await waitFor(() => expect(result().isSuccess).toBe(true));
    expect(errorToasts.mock.calls.map(([text]) => text)).toEqual(["Failed to fetch teams"]);
  },
);

it("does not retry a query that the server refuses, or that no screen shows any more", async () => {
  const { getUsers } = usersApi.endpoints;
  backend.fail(CALL, { status: 403, body: { error: "No" } });
  backend.fail("GET /api/kanban/board", { status: 500 });
  backend.fail("GET /api/users", { status: 500 }, 2);
  void store.dispatch(getTeams.initiate());
  const board = store.dispatch(boardApi.endpoints.getBoard.initiate());
  await board;
  board.unsubscribe();
  // Another query that is being retried shows that time has passed.
  void store.dispatch(getUsers.initiate());
  await waitFor(() => expect(getUsers.select()(store.getState()).isSuccess).toBe(true));
  expect(result().isError).toBe(true);
  expect(callCount()).toBe(1);
  expect(backend.callsOf("GET /api/kanban/board")).toHaveLength(1);
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

import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { act, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import { boardApi } from "#features/board/boardApi.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { usersApi } from "#features/users/usersApi.ts";
import type { Backend, Fault } from "#testing/backend.ts";
import { openBackend } from "#testing/renderApp.tsx";

/** The cache writes down only every 500 ms who waits for an answer. */
const PAUSE = 550;

const CALL = "GET /api/teams";
const { getTeams } = teamsApi.endpoints;

let backend: Backend;
let store: AppStore;

beforeEach(async () => {
  backend = await openBackend();
  backend.remember(await backend.register({ role: "admin" }));
  store = makeStore({}, makeExtra({ retryDelay: 1, healingPause: PAUSE }));
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  jest.restoreAllMocks();
  act(() => toast.remove());
});

const asked = () => backend.callsOf(CALL).length;
const answer = () => getTeams.select()(store.getState());

const FAULTS: readonly (readonly [string, Fault])[] = [
  ["the server fails", { status: 500, body: { error: "Broken" } }],
  ["a proxy lost its server", { status: 503 }],
  ["there are too many questions", { status: 429 }],
  ["the network is gone", "unreachable"],
  ["the answer is cut off", "cut"],
];

it.each(FAULTS)(
  "a question is asked until it is answered, when %s, and told once",
  async (_, fault) => {
    const said = jest.spyOn(toast, "error");
    backend.fail(CALL, fault, 4);
    void store.dispatch(getTeams.initiate());
    await waitFor(() => expect(answer().isSuccess).toBe(true));
    expect(said.mock.calls.map(([text]) => text)).toEqual(["Failed to fetch teams"]);
  },
);

it("a board that fails again and again is told of once too", async () => {
  const said = jest.spyOn(toast, "error");
  backend.fail("GET /api/kanban/board", { status: 500 }, 3);
  const { getBoard } = boardApi.endpoints;
  void store.dispatch(getBoard.initiate());
  await waitFor(() => expect(getBoard.select()(store.getState()).isSuccess).toBe(true));
  expect(said.mock.calls.map(([text]) => text)).toEqual(["Failed to load kanban board"]);
});

it("what the server refuses is not asked again", async () => {
  backend.fail(CALL, { status: 403, body: { error: "No" } });
  backend.fail("GET /api/users", { status: 500 }, 2);
  void store.dispatch(getTeams.initiate());
  // Another question, asked again and again meanwhile, tells that time has passed.
  void store.dispatch(usersApi.endpoints.getUsers.initiate());
  await waitFor(() =>
    expect(usersApi.endpoints.getUsers.select()(store.getState()).isSuccess).toBe(true),
  );
  expect(answer().isError).toBe(true);
  expect(asked()).toBe(1);
});

it("what nobody waits for any more is not asked again", async () => {
  backend.fail(CALL, { status: 500 });
  backend.fail("GET /api/users", { status: 500 }, 2);
  const question = store.dispatch(getTeams.initiate());
  await question;
  question.unsubscribe();
  void store.dispatch(usersApi.endpoints.getUsers.initiate());
  await waitFor(() =>
    expect(usersApi.endpoints.getUsers.select()(store.getState()).isSuccess).toBe(true),
  );
  expect(asked()).toBe(1);
});

it("whoever asks anew, long after everybody had left, is told anew", async () => {
  const said = jest.spyOn(toast, "error");
  backend.fail(CALL, { status: 500 }, Infinity);
  const question = store.dispatch(getTeams.initiate());
  await waitFor(() => expect(store.getState().healing).not.toEqual({}));
  await waitFor(() => expect(asked()).toBe(2));
  expect(said).toHaveBeenCalledTimes(1);
  question.unsubscribe();
  const { removeQueryResult } = api.internalActions;
  const gone = { queryCacheKey: question.queryCacheKey } as Parameters<typeof removeQueryResult>[0];
  store.dispatch(removeQueryResult(gone));
  await store.dispatch(getTeams.initiate());
  expect(said).toHaveBeenCalledTimes(2);
});

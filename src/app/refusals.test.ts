import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { act, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import type { User } from "#contract/shapes/user.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import { filtersEvent, selectTaskQuery } from "#features/filters/filtersSlice.ts";
import { ALL_TASKS } from "#features/filters/listQuery.ts";
import { changesApi } from "#features/tasks/data/changesApi.ts";
import { searchApi } from "#features/tasks/data/searchApi.ts";
import { tasksApi } from "#features/tasks/data/tasksApi.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { TokenVault } from "#session/tokens.ts";
import { makeTestStore } from "#testing/renderApp.tsx";
import { loadAllScreens } from "#testing/screens/allScreens.ts";
import type { AppStore } from "./store.ts";

/* If a 401 ends the session, the app shows one toast. Otherwise it reports the 401 like any other error. */

const realFetch = globalThis.fetch;
let canRenew: boolean;
let errorToasts: jest.Spied<typeof toast.error>;

beforeAll(loadAllScreens);

beforeEach(() => {
  errorToasts = jest.spyOn(toast, "error");
  globalThis.fetch = async (input, init) => {
    const { url } = new Request(input, init);
    const renewed = canRenew && url.endsWith("/api/auth/refresh");
    return renewed ? Response.json({ accessToken: "newer" }) : Response.json({}, { status: 401 });
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
  errorToasts.mockRestore();
  act(() => toast.remove());
});

function openStore() {
  const tokens = new TokenVault();
  const user = { id: "u1", name: "Ada", role: "admin" } as User;
  tokens.signIn({ user, accessToken: "access", refreshToken: "refresh" });
  return makeTestStore(tokens);
}

function search({ dispatch, getState }: AppStore) {
  dispatch(filtersEvent({ type: "addressOpened", query: ALL_TASKS }));
  const query = selectTaskQuery(getState());
  return query && dispatch(searchApi.endpoints.searchTasks.initiate(query));
}

const input: TaskInput = { ...NEW_TASK, title: "Mow" };
const { createTask } = changesApi.endpoints;
const { getTeams, createTeam } = teamsApi.endpoints;

/** A call of each way of reporting. Calls whose texts are in a table share one way. */
const CASES: [text: string, call: (store: AppStore) => unknown][] = [
  ["Failed to fetch teams", ({ dispatch }) => dispatch(getTeams.initiate())],
  [
    "Failed to create team",
    ({ dispatch }) => dispatch(createTeam.initiate({ name: "Crew", description: "" })),
  ],
  ["Failed to load tasks", search],
  ["Failed to load task", ({ dispatch }) => dispatch(tasksApi.endpoints.getTask.initiate("t1"))],
  [
    "Failed to save task. Please try again.",
    ({ dispatch }) => dispatch(createTask.initiate({ input, isForm: true })),
  ],
  [
    "Failed to update task status",
    ({ dispatch }) =>
      dispatch(requestMoves([{ id: "t1", title: "Mow", status: "Todo" }], "Done", "menu")),
  ],
];

/** A toast's text; the first line if it has two. */
const textOf = (message: unknown): unknown =>
  (message as { props?: { text?: string } }).props?.text ?? message;

describe("a 401 that keeps the session shows its toast", () => {
  it.each(CASES)("%s", async (text, call) => {
    canRenew = true;
    const store = openStore();
    await call(store);
    await waitFor(() =>
      expect(errorToasts.mock.calls.map(([message]) => textOf(message))).toContain(text),
    );
    expect(store.getState().auth.status).not.toBe("expired");
  });

  it("counts as failed in a bulk action", async () => {
    canRenew = true;
    const store = openStore();
    store.dispatch(userBulk.actions.bulkRequested({ action: { active: false }, ids: ["u2"] }));
    await waitFor(() => expect(store.getState().userBulk.phase).toBe("finished"));
    expect(store.getState().userBulk.failed).toHaveLength(1);
  });
});

describe("a 401 that ends the session shows only the session toast", () => {
  it.each(CASES)("without the call's own toast: %s", async (_text, call) => {
    canRenew = false;
    const store = openStore();
    await call(store);
    await waitFor(() => {
      const { auth, api } = store.getState();
      expect(auth.status).toBe("expired");
      const calls = [...Object.values(api.queries), ...Object.values(api.mutations)];
      expect(calls.filter((one) => one?.status === QueryStatus.pending)).toEqual([]);
    });
    const texts = errorToasts.mock.calls.map(([message]) => message);
    expect(texts).toEqual(["Session expired. Please login again."]);
  });
});

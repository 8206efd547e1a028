import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query/react";
import { act, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import type { TaskInput } from "#contract/task.ts";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { addressOpened, selectTaskQuery } from "#features/filters/filtersSlice.ts";
import { ALL_TASKS } from "#features/filters/listQuery.ts";
import { searchApi } from "#features/filters/searchApi.ts";
import { profileApi } from "#features/profile/profileApi.ts";
import { commentsApi } from "#features/tasks/comments/commentsApi.ts";
import { tasksApi } from "#features/tasks/tasksApi.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { userChangesApi } from "#features/users/userChangesApi.ts";
import { TokenVault } from "#session/tokens.ts";
import { boardApi } from "#sync/board/boardApi.ts";
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

const user = {
  id: "u1",
  name: "Ada",
  email: "ada@example.com",
  role: "admin" as const,
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
};

function openStore() {
  const tokens = new TokenVault();
  tokens.signIn({ user, accessToken: "access", refreshToken: "refresh" });
  return makeTestStore(tokens);
}

const task: TaskInput = {
  title: "Mow",
  description: "",
  status: "Todo",
  priority: "Low",
  due_date: null,
  assignee_id: null,
  team_id: null,
};
const { getBoard } = boardApi.endpoints;
const { searchTasks } = searchApi.endpoints;
const { getTask, deleteTask } = tasksApi.endpoints;
const { createTask, updateTask } = changesApi.endpoints;
const saved = { input: task, isForm: true } as const;
const { getTeams, getTeam, createTeam, addMember, removeMember } = teamsApi.endpoints;
const { getUsers, updateUser, deleteUser } = userChangesApi.endpoints;
const { updateProfile, changePassword } = profileApi.endpoints;
const { addComment } = commentsApi.endpoints;

function search({ dispatch, getState }: AppStore) {
  dispatch(addressOpened({ query: ALL_TASKS }));
  const query = selectTaskQuery(getState());
  return query && dispatch(searchTasks.initiate(query));
}

const member = { teamId: "x1", userId: "u2" };
const SAVE_FAILED = "Failed to save task. Please try again.";

const CASES: [text: string, call: (store: AppStore) => unknown][] = [
  ["Failed to load kanban board", ({ dispatch }) => dispatch(getBoard.initiate())],
  [
    "Failed to update task status",
    ({ dispatch }) =>
      dispatch(requestMoves([{ id: "t1", title: "Mow", status: "Todo" }], "Done", "menu")),
  ],
  ["Failed to load tasks", search],
  ["Failed to load task", ({ dispatch }) => dispatch(getTask.initiate("t1"))],
  [SAVE_FAILED, ({ dispatch }) => dispatch(createTask.initiate(saved))],
  [SAVE_FAILED, ({ dispatch }) => dispatch(updateTask.initiate({ ...saved, id: "t1" }))],
  ["Failed to delete task", ({ dispatch }) => dispatch(deleteTask.initiate("t1"))],
  [
    "Failed to add comment",
    ({ dispatch }) => dispatch(addComment.initiate({ taskId: "t1", comment: "So", author: "Ada" })),
  ],
  ["Failed to fetch teams", ({ dispatch }) => dispatch(getTeams.initiate())],
  ["Failed to fetch team details", ({ dispatch }) => dispatch(getTeam.initiate("x1"))],
  [
    "Failed to create team",
    ({ dispatch }) => dispatch(createTeam.initiate({ name: "Crew", description: "" })),
  ],
  ["Failed to add member", ({ dispatch }) => dispatch(addMember.initiate(member))],
  ["Failed to remove member", ({ dispatch }) => dispatch(removeMember.initiate(member))],
  ["Failed to fetch users", ({ dispatch }) => dispatch(getUsers.initiate())],
  [
    "Failed to update role",
    ({ dispatch }) => dispatch(updateUser.initiate({ id: "u2", change: { role: "admin" } })),
  ],
  [
    "Failed to update user",
    ({ dispatch }) => dispatch(updateUser.initiate({ id: "u2", change: { is_active: false } })),
  ],
  ["Failed to delete user", ({ dispatch }) => dispatch(deleteUser.initiate("u2"))],
  [
    "Failed to update profile",
    ({ dispatch }) => dispatch(updateProfile.initiate({ name: "Ada", email: "ada@example.com" })),
  ],
  [
    "Failed to update password",
    ({ dispatch }) =>
      dispatch(changePassword.initiate({ currentPassword: "old", newPassword: "newer one" })),
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
    expect(store.getState().session.status).not.toBe("expired");
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
      const { session, api } = store.getState();
      expect(session.status).toBe("expired");
      const calls = [...Object.values(api.queries), ...Object.values(api.mutations)];
      expect(calls.filter((one) => one?.status === QueryStatus.pending)).toEqual([]);
    });
    const texts = errorToasts.mock.calls.map(([message]) => message);
    expect(texts).toEqual(["Session expired. Please login again."]);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { act, waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import type { AppDispatch } from "#app/state/rootReducer.ts";
import type { User } from "#contract/shapes/user.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { dashboardApi } from "#features/dashboard/dashboardApi.ts";
import { profileApi } from "#features/profile/profileApi.ts";
import { commentsApi } from "#features/tasks/comments/commentsApi.ts";
import { changesApi } from "#features/tasks/data/changesApi.ts";
import { searchApi } from "#features/tasks/data/searchApi.ts";
import { tasksApi } from "#features/tasks/data/tasksApi.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { userChangesApi } from "#features/users/userChangesApi.ts";
import { API_BASE } from "#lib/env.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { TokenVault } from "#session/tokens.ts";
import { makeTestStore } from "#testing/renderApp.tsx";

const realFetch = globalThis.fetch;

interface Sent {
  request: Request;
  body: unknown;
}

/** The requests of a test, in order. */
let sent: Sent[];
let respond: (request: Request) => Promise<Response>;

beforeEach(() => {
  sent = [];
  respond = async () => Response.json({});
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.clone().text();
    sent.push({ request, body: text ? JSON.parse(text) : undefined });
    return await respond(request);
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
  act(() => toast.remove());
});

const user = { id: "u1", name: "Ada" } as User;

function openStore({ signedIn = true } = {}) {
  const tokens = new TokenVault();
  const store = makeTestStore(tokens);
  if (signedIn) tokens.signIn({ user, accessToken: "access", refreshToken: "refresh" });
  return { store, tokens };
}

const addressOf = ({ request }: Sent) => {
  const { pathname, search } = new URL(request.url, API_BASE);
  return `${request.method} ${pathname}${search}`;
};

const task: TaskInput = {
  title: "Mow",
  description: "All of it",
  status: "Todo",
  priority: "Low",
  due_date: "2999-01-01",
  assignee_id: "u1",
  team_id: null,
};
const credentials = { email: "ada@example.com", password: "correct horse" };
const auth = sessionApi.endpoints;
const board = boardApi.endpoints;
const changes = changesApi.endpoints;
const dashboard = dashboardApi.endpoints;
const profile = profileApi.endpoints;
const comments = commentsApi.endpoints;
const tasks = tasksApi.endpoints;
const teams = teamsApi.endpoints;
const users = userChangesApi.endpoints;

type Case = [call: string, body: unknown, action: Parameters<AppDispatch>[0]];

/** The calls of §7, except the refresh, which has its own test. */
const CALLS: Case[] = [
  ["POST /api/auth/login", credentials, auth.login.initiate(credentials)],
  [
    "POST /api/auth/register",
    { ...credentials, role: "admin" },
    auth.register.initiate({ ...credentials, role: "admin" }),
  ],
  ["GET /api/auth/me", undefined, auth.getMe.initiate()],
  ["POST /api/auth/logout", { refreshToken: "refresh" }, auth.logout.initiate()],
  ["GET /api/dashboard/stats", undefined, dashboard.getStats.initiate()],
  ["GET /api/tasks/overdue?descriptions=none", undefined, dashboard.getOverdue.initiate()],
  ["GET /api/kanban/board?descriptions=none", undefined, board.getBoard.initiate()],
  [
    "PATCH /api/kanban/t1/status",
    { status: "Done" },
    changes.setStatus.initiate({ id: "t1", status: "Done", requestId: "r1" }),
  ],
  ["GET /api/users", undefined, users.getUsers.initiate()],
  ["GET /api/users/u1", undefined, users.getUser.initiate("u1")],
  [
    "PUT /api/users/u1",
    { is_active: false },
    users.updateUser.initiate({ id: "u1", change: { is_active: false } }),
  ],
  [
    "PUT /api/users/u1",
    { role: "admin" },
    users.updateUser.initiate({ id: "u1", change: { role: "admin" } }),
  ],
  ["DELETE /api/users/u1", undefined, users.deleteUser.initiate("u1")],
  ["GET /api/teams", undefined, teams.getTeams.initiate()],
  [
    "POST /api/teams",
    { name: "Crew", description: "Boats" },
    teams.createTeam.initiate({ name: "Crew", description: "Boats" }),
  ],
  ["GET /api/teams/x1", undefined, teams.getTeam.initiate("x1")],
  [
    "POST /api/teams/x1/members",
    { userId: "u1" },
    teams.addMember.initiate({ teamId: "x1", userId: "u1" }),
  ],
  [
    "DELETE /api/teams/x1/members/u1",
    undefined,
    teams.removeMember.initiate({ teamId: "x1", userId: "u1" }),
  ],
  [
    "GET /api/tasks/search?page=1&limit=50",
    undefined,
    searchApi.endpoints.searchTasks.initiate({ page: 1, limit: 50 }),
  ],
  [
    "GET /api/tasks/search?page=2&limit=50&search=tea&priority=High&status=Done&assignee=u1",
    undefined,
    searchApi.endpoints.searchTasks.initiate({
      page: 2,
      limit: 50,
      search: "tea",
      priority: "High",
      status: "Done",
      assignee: "u1",
    }),
  ],
  ["POST /api/tasks", task, changes.createTask.initiate({ input: task })],
  ["PUT /api/tasks/t1", task, changes.updateTask.initiate({ input: task, id: "t1" })],
  ["GET /api/tasks/t1", undefined, tasks.getTask.initiate("t1")],
  ["DELETE /api/tasks/t1", undefined, tasks.deleteTask.initiate("t1")],
  ["GET /api/tasks/t1/comments?limit=100", undefined, comments.getComments.initiate("t1")],
  [
    "POST /api/tasks/t1/comments",
    { comment: "Well done" },
    comments.addComment.initiate({ taskId: "t1", comment: "Well done", author: "Ada" }),
  ],
  ["GET /api/profile", undefined, profile.getProfile.initiate()],
  [
    "PUT /api/profile",
    { name: "Ada", email: "ada@example.com" },
    profile.updateProfile.initiate({ name: "Ada", email: "ada@example.com" }),
  ],
  [
    "PUT /api/profile/password",
    { currentPassword: "old", newPassword: "new password" },
    profile.changePassword.initiate({ currentPassword: "old", newPassword: "new password" }),
  ],
];

/** These calls start a session, so they carry no token. */
const WITHOUT_BEARER = new Set(["POST /api/auth/login", "POST /api/auth/register"]);

/** A failed call never ends the session, and only a read is sent again. */
describe.each<[fault: string, respondOnce: () => Response, reads: number]>([
  ["gets no response", () => Response.error(), 2],
  ["gets a 500", () => Response.json({ error: "Odd" }, { status: 500 }), 1],
])("a call of §7 that %s", (_fault, respondOnce, reads) => {
  it.each(CALLS.filter(([call]) => !call.endsWith("/auth/logout")))(
    "%s with %j",
    async (call, _body, action) => {
      jest.spyOn(console, "error").mockImplementation(() => undefined);
      const { store, tokens } = openStore();
      let failed = false;
      respond = async (request) => {
        if (failed || request.url.endsWith("/healthz")) return Response.json({});
        failed = true;
        const response = respondOnce();
        if (response.type === "error") throw new TypeError("Failed to fetch");
        return response;
      };
      await store.dispatch(action);
      const times = sent.filter((one) => addressOf(one) === call).length;
      expect(times).toBe(call.startsWith("GET ") ? reads : 1);
      expect(tokens.refreshToken).toBe("refresh");
      jest.restoreAllMocks();
    },
  );
});

describe("the calls of §7", () => {
  it.each(CALLS)("%s with %j", async (call, body, action) => {
    jest.spyOn(console, "error").mockImplementation(() => undefined);
    const { store } = openStore();
    store.dispatch(action);
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
    const [first] = sent;
    if (!first) throw new Error("Nothing was sent");
    expect(addressOf(first)).toBe(call);
    expect(first.body).toEqual(body);
    expect(first.request.credentials).toBe("include");
    if (body) expect(first.request.headers.get("content-type")).toMatch(/^application\/json/);
    const bearer = WITHOUT_BEARER.has(call) ? null : "Bearer access";
    expect(first.request.headers.get("authorization")).toBe(bearer);
    jest.restoreAllMocks();
  });

  it("POST /api/auth/refresh bypasses the normal client and carries the refresh token", async () => {
    respond = async ({ url }) =>
      url.endsWith("/refresh")
        ? Response.json({ accessToken: "newer" })
        : Response.json({ error: "No" }, { status: 401 });
    const { store } = openStore();
    await store.dispatch(users.getUsers.initiate());
    expect(sent.map(addressOf)).toEqual([
      "GET /api/users",
      "POST /api/auth/refresh",
      "GET /api/users",
    ]);
    const [first, refresh, again] = sent;
    expect(refresh?.body).toEqual({ refreshToken: "refresh" });
    expect(refresh?.request.credentials).toBe("include");
    expect(refresh?.request.headers.get("authorization")).toBeNull();
    expect(first?.request.headers.get("authorization")).toBe("Bearer access");
    expect(again?.request.headers.get("authorization")).toBe("Bearer newer");
  });

  it("calls carry no token before the first refresh", async () => {
    const { store } = openStore({ signedIn: false });
    await store.dispatch(users.getUsers.initiate());
    expect(sent[0]?.request.headers.get("authorization")).toBeNull();
  });

  it("calls have no timeout", async () => {
    const limit = jest.spyOn(AbortSignal, "timeout");
    const late = Promise.withResolvers<Response>();
    respond = ({ url }) =>
      url.endsWith("/healthz") ? Promise.resolve(Response.json({})) : late.promise;
    const { store } = openStore();
    jest.useFakeTimers();
    const call = store.dispatch(teams.getTeams.initiate());
    await jest.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    jest.useRealTimers();
    const calls = sent.filter((one) => addressOf(one) === "GET /api/teams");
    expect(calls.map(({ request }) => request.signal.aborted)).toEqual([false]);
    expect(limit).not.toHaveBeenCalled();
    late.resolve(Response.json({ teams: [{ id: 1, name: "Late" }] }));
    expect((await call).data).toMatchObject([{ id: "1", name: "Late" }]);
    limit.mockRestore();
  });
});

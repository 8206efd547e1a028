import { beforeAll, describe, expect, test } from "@jest/globals";
import type { UserPageResponse } from "#contract/shapes/userList.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { USER_SORT_KEYS } from "#contract/userList.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import { insertTask } from "#server/tasks/queries.ts";
import { type TestUser } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";

const server = fileServer();
let admin: TestUser;
let member: TestUser;

const daysAgo = (days: number) =>
  new Date(server.clock.time.getTime() - days * 86_400_000).toISOString();

/** Five users beside Ada, the admin. */
async function fill() {
  const add = async (name: string, fields: Partial<UserRow>) =>
    await server.as("member", { name, email: `${name.split(" ")[0]}@example.com`, ...fields });
  member = await add("anton", { last_seen_at: daysAgo(3), created_at: "2026-01-05T10:00:00.000Z" });
  const bea = await add("Bea", {
    last_seen_at: daysAgo(40),
    created_at: "2026-01-04T10:00:00.000Z",
  });
  await add("Éva 100%", {
    last_seen_at: null,
    is_active: 0,
    awaiting_approval: 1,
    email: "e@x.org",
  });
  await add("Dan", { last_seen_at: daysAgo(200), is_active: 0, role: "admin" });
  await add("Cleo", { last_seen_at: daysAgo(20) });
  for (const name of ["Ops", "Web"]) await admin.call("POST", "/api/teams", { name });
  const { body } = await admin.call("GET", "/api/teams/names");
  const [ops, web] = (body as { teams: { id: string }[] }).teams;
  for (const [team, { user }] of [
    [ops, member],
    [web, member],
    [ops, bea],
  ] as const) {
    await admin.call("POST", `/api/teams/${team?.id}/members`, { userId: user.id });
  }
  const task = { ...NEW_TASK, title: "Task" };
  for (const [id, status] of ["Todo", "In Progress", "Done"].entries()) {
    const values = { ...task, status: status as "Todo", assignee_id: bea.user.id };
    await insertTask(server.db, values, admin.user.id, server.clock.time, `task-${id}`);
  }
  return ops?.id ?? "";
}

let ops = "";
beforeAll(async () => {
  admin = await server.as("admin", { name: "Ada", email: "ada@example.com" });
  ops = await fill();
});

async function page(query: Record<string, string>): Promise<UserPageResponse> {
  const params = new URLSearchParams({ limit: "500", ...query }).toString();
  const { status, body } = await admin.call("GET", `/api/users?${params}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as UserPageResponse;
}

const names = async (query: Record<string, string>) =>
  (await page(query)).users.map(({ name }) => name);

describe("the admins' list of users", () => {
  test("a page has last seen, teams, open tasks, and the total", async () => {
    const { users, page: info } = await page({ search: "bea" });
    expect(users).toMatchObject([
      { name: "Bea", last_seen_at: daysAgo(40), teams: 1, open_tasks: 2, is_active: true },
    ]);
    expect(info).toEqual({ total: 1, next: null, active_admins: 1 });
  });

  test("without a limit the response is the list of §7, regardless of the other parameters", async () => {
    const { body } = await admin.call("GET", "/api/users?role=admin");
    expect(body).toEqual({ users: expect.any(Array) });
    const { users } = body as { users: object[] };
    expect(users).toHaveLength(6);
    expect(users[0]).not.toHaveProperty("last_seen_at");
  });

  test.each([
    [{ role: "admin" }, ["Ada", "Dan"]],
    [{ status: "active" }, ["Ada", "anton", "Bea", "Cleo"]],
    [{ status: "inactive" }, ["Dan", "Éva 100%"]],
    [{ status: "waiting" }, ["Éva 100%"]],
    [{ team: "none" }, ["Ada", "Cleo", "Dan", "Éva 100%"]],
    [{ team: "no-such-team" }, []],
    [{ seen: "day" }, ["Ada"]],
    [{ seen: "week" }, ["Ada", "anton"]],
    [{ seen: "month" }, ["Ada", "anton", "Cleo"]],
    [{ seen: "not-month" }, ["Bea", "Dan", "Éva 100%"]],
    [{ seen: "not-quarter" }, ["Dan", "Éva 100%"]],
    [{ seen: "never" }, ["Éva 100%"]],
    [{ registered: "2026-01-05", role: "member", seen: "week" }, ["anton"]],
    [{ search: "éVA" }, ["Éva 100%"]],
    [{ search: "E\u0301VA" }, ["Éva 100%"]],
    [{ search: "0%" }, ["Éva 100%"]],
    [{ search: "%" }, ["Éva 100%"]],
    [{ search: "_" }, []],
    [{ search: "CLEO@EX" }, ["Cleo"]],
    [
      { search: "", role: "", status: "", team: "", seen: "", registered: "", sort: "" },
      ["Ada", "anton", "Bea", "Cleo", "Dan", "Éva 100%"],
    ],
  ])("filters by %j", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect((await page(query)).page.total).toBe(expected.length);
  });

  test("filters by team and combines filters", async () => {
    expect(await names({ team: ops })).toEqual(["anton", "Bea"]);
    expect(await names({ team: ops, search: "b", seen: "not-month" })).toEqual(["Bea"]);
  });

  test.each([
    ["email", "Ada"],
    ["-status", "Éva 100%", "Dan"],
    ["created", "Bea", "anton"],
    ["seen", "Éva 100%", "Dan", "Bea", "Cleo", "anton", "Ada"],
    ["-seen", "Ada", "anton"],
    ["-teams", "anton", "Bea"],
    ["-tasks", "Bea"],
    ["-name", "Éva 100%", "Dan"],
  ])("sorts by %s", async (sort, ...first) => {
    const sorted = await names({ sort });
    expect(sorted).toHaveLength(6);
    expect(sorted.slice(0, first.length)).toEqual(first);
  });

  test.each(USER_SORT_KEYS.flatMap((key) => [key, `-${key}`]))(
    "the pages of a list sorted by %s contain every user once",
    async (sort) => {
      const whole = await names({ sort });
      const found: string[] = [];
      let after: string | null = "";
      while (after !== null) {
        const next: UserPageResponse = await page({ sort, limit: "1", after });
        found.push(...next.users.map(({ name }) => name));
        after = next.page.next;
        expect(found.length).toBeLessThanOrEqual(whole.length);
      }
      expect(found).toEqual(whole);
    },
  );

  test("refuses a cursor without a number if the list is sorted by a count", async () => {
    const params = "limit=1&sort=tasks&after=some-id+ada";
    expect(await admin.call("GET", `/api/users?${params}`)).toMatchObject({ status: 400 });
  });
});

test("members get no page", async () => {
  const { call, user } = await server.as("member");
  expect(await call("GET", "/api/users?limit=10")).toMatchObject({ status: 403 });
  expect(await call("GET", "/api/users?sort=seen")).toMatchObject({ status: 200 });
  await server.db.deleteFrom("users").where("id", "=", user.id).execute();
});

describe("last seen", () => {
  test("a request of a session notes its time, at most every five minutes", async () => {
    const { user, call } = await server.as("member", { name: "Zoe", last_seen_at: null });
    const lastSeen = async () =>
      (await page({ search: "zoe" })).users.map(({ last_seen_at }) => last_seen_at);
    // No request waits until its time is stored.
    const storedAfter = async (before: string | null) => {
      for (;;) {
        const [seen = null] = await lastSeen();
        if (seen !== before) return seen;
      }
    };
    expect(await lastSeen()).toEqual([null]);
    await call("GET", "/api/auth/me");
    const first = server.clock.time.toISOString();
    expect(await storedAfter(null)).toBe(first);
    server.clock.advance(60_000);
    await call("GET", "/api/auth/me");
    expect(await lastSeen()).toEqual([first]);
    server.clock.advance(5 * 60_000);
    await call("GET", "/api/auth/me");
    expect(await storedAfter(first)).toBe(server.clock.time.toISOString());
    await server.db.deleteFrom("users").where("id", "=", user.id).execute();
  });
});

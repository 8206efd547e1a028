import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { buildApp } from "#server/app.ts";
import { createTask } from "#server/testing/create.ts";
import { addComments } from "#server/testing/rows.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { addTasks } from "#server/testing/taskRuns.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin", { name: "Zora" });
const member = sharedUser(server, "member", { name: "anton" });

afterEach(() => {
  jest.restoreAllMocks();
});

const path = ({ user }: TestUser) => `/api/users/${user.id}`;
const LAST_ADMIN = {
  status: 409,
  body: { error: "The last active admin can't be demoted, deactivated or deleted" },
};

describe("reading users", () => {
  test("lists all users for members, sorted by name, with six fields each", async () => {
    const { status, body } = await member.call("GET", "/api/users");
    expect(status).toBe(200);
    const { users } = body as { users: { name: string }[] };
    expect(users.map(({ name }) => name)).toEqual(["anton", "Zora"]);
    for (const user of users) {
      expect(Object.keys(user).sort()).toEqual([
        "created_at",
        "email",
        "id",
        "is_active",
        "name",
        "role",
      ]);
    }
  });

  test("members see no user who waits for approval, neither in the list nor by id", async () => {
    const waiting = await server.as("member", { is_active: 0, awaiting_approval: 1 });
    const { id } = waiting.user;
    const listed = async ({ call }: TestUser) =>
      JSON.stringify((await call("GET", "/api/users")).body).includes(id);
    expect([await listed(admin), await listed(member)]).toEqual([true, false]);
    expect(await admin.call("GET", path(waiting))).toMatchObject({ body: { user: { id } } });
    expect(await member.call("GET", path(waiting))).toMatchObject({ status: 404 });
  });
});

describe("the last active admin", () => {
  test.each([{ role: "member" }, { is_active: false }])(
    "can't be deleted or changed to %j",
    async (body) => {
      await server.as("admin", { is_active: 0 });
      expect(await admin.call("PUT", path(admin), body)).toMatchObject(LAST_ADMIN);
      expect(await admin.call("DELETE", path(admin))).toMatchObject(LAST_ADMIN);
      expect(await admin.call("GET", "/api/users")).toMatchObject({ status: 200 });
    },
  );

  test("remains when all admins demote, deactivate and delete one another concurrently", async () => {
    const admins = [admin, await server.as("admin"), await server.as("admin")];
    await Promise.all(
      admins.flatMap(({ call }) =>
        admins.map((other, index) => {
          if (index === 0) return call("PUT", path(other), { role: "member" });
          if (index === 1) return call("PUT", path(other), { is_active: false });
          return call("DELETE", path(other));
        }),
      ),
    );
    const remaining = await server.db
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .where("is_active", "=", 1)
      .execute();
    expect(remaining).toHaveLength(1);
  });
});

describe("deleting a user", () => {
  test("unassigns their tasks, keeps their comments and name, and ends their sessions", async () => {
    const task = await createTask(member);
    expect(task.assignee_id).toBe(member.user.id);
    await member.call("POST", `/api/tasks/${task.id}/comments`, { comment: "Mine" });

    expect(await admin.call("DELETE", path(member))).toMatchObject({ status: 204 });

    expect(await member.call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
    expect(await admin.call("GET", `/api/tasks/${task.id}`)).toMatchObject({
      body: { task: { assignee_id: null } },
    });
    expect(await admin.call("GET", `/api/tasks/${task.id}/comments`)).toMatchObject({
      body: { comments: [{ comment: "Mine", user_name: "anton" }] },
    });
    expect(await admin.call("DELETE", path(member))).toMatchObject({ status: 404 });
  });

  test("unassigns many tasks, each once", async () => {
    await addTasks(server, 250, { assignee_id: member.user.id });
    expect(await admin.call("DELETE", path(member))).toMatchObject({ status: 204 });
    const left = server.db.selectFrom("tasks").select(["assignee_id", "version"]).distinct();
    expect(await left.execute()).toEqual([{ assignee_id: null, version: 2 }]);
    const changes = server.db.selectFrom("changes").select("id").where("kind", "=", "task.changed");
    expect(await changes.execute()).toHaveLength(250);
  });

  test("takes them off very many tasks and comments in several transactions", async () => {
    const { id } = member.user;
    const [task = ""] = await addTasks(server, 1_001, { created_by: id });
    await addComments(server, task, member, { count: 1_001 });
    const transactions = jest.spyOn(server.db, "transaction");
    expect(await admin.call("DELETE", path(member))).toMatchObject({ status: 204 });
    expect(transactions.mock.calls.length).toBeGreaterThan(1);
    expect(await admin.call("GET", path(member))).toMatchObject({ status: 404 });
    const creators = server.db.selectFrom("tasks").select("created_by").distinct();
    expect(await creators.execute()).toEqual([{ created_by: null }]);
    const authors = server.db.selectFrom("comments").select(["user_id", "user_name"]).distinct();
    expect(await authors.execute()).toEqual([{ user_id: null, user_name: "anton" }]);
  });

  test("accepts a JSON content type without a body, which some clients send", async () => {
    const headers = { "content-type": "application/json" };
    expect((await admin.call("DELETE", path(member), undefined, headers)).status).toBe(204);
  });
});

test("a user who is deleted during their own request gets 401", async () => {
  const { user } = await server.as("member");
  const path = `/api/tasks/${(await createTask(member)).id}/comments`;
  const app = await buildApp(server.deps);
  // This hook runs after the access check.
  app.addHook("preHandler", async () => {
    await server.db.deleteFrom("users").where("id", "=", user.id).execute();
  });
  for (const [url, payload] of [
    ["/api/tasks", { title: "Another", priority: "Low", assignee_id: null }],
    [path, { comment: "Hello" }],
  ] as const) {
    await server.db
      .insertInto("users")
      .values(user)
      .onConflict((c) => c.doNothing())
      .execute();
    const { accessToken } = await server.signIn(user);
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await app.inject({ method: "POST", url, payload, headers });
    expect([response.statusCode, response.json<unknown>()]).toEqual([
      401,
      { error: "Please sign in" },
    ]);
  }
  await app.close();
});

import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FastifyInstance, InjectOptions } from "fastify";
import { sql } from "kysely";
import type { TaskResponse } from "#contract/task.ts";
import type { TeamResponse } from "#contract/team.ts";
import { hashPassword, verifyPassword } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { onCommit } from "#server/db/transaction.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { getUser } from "#server/users/queries.ts";

let server: TestServer;
let ada: TestUser;
let taskId: string;

beforeAll(async () => {
  server = await startServer();
  ada = await server.as("member");
  const task = { title: "Talk about it", description: "", status: "Todo", priority: "Low" };
  const { body } = await ada.call("POST", "/api/tasks", task);
  taskId = (body as { task: { id: string } }).task.id;
});
afterAll(() => server.close());

const send = ({ accessToken }: TestUser, attempt: string, comment: string) =>
  server.app.inject({
    method: "POST",
    url: `/api/tasks/${taskId}/comments`,
    headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": attempt },
    payload: { comment },
  });

async function commentCount(text: string): Promise<number> {
  const { body } = await ada.call("GET", `/api/tasks/${taskId}/comments`);
  return (body as { comments: { comment: string }[] }).comments.filter(
    ({ comment }) => comment === text,
  ).length;
}

test("a repeated request is carried out once, and gets the same response", async () => {
  const [first, repeat] = await Promise.all([
    send(ada, "attempt-number-0001", "Once"),
    send(ada, "attempt-number-0001", "Once"),
  ]);
  const later = await send(ada, "attempt-number-0001", "Once");
  for (const answer of [repeat, later]) {
    expect(answer.statusCode).toBe(first.statusCode);
    expect(answer.json()).toEqual(first.json());
    expect(answer.headers["content-type"]).toBe(first.headers["content-type"]);
  }
  expect(first.statusCode).toBe(201);
  expect(await commentCount("Once")).toBe(1);
});

test("a repeat gets the response even if the first request lost its connection", async () => {
  const admin = await server.as("admin");
  const base = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const sockets: Socket[] = [];
  server.app.server.on("connection", (socket) => sockets.push(socket));
  const cut = onCommit(server.db, () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  const [task, team] = await Promise.all([
    admin.call("POST", "/api/tasks", { title: "To be deleted", priority: "Low" }),
    admin.call("POST", "/api/teams", { name: "Crew" }),
  ]);
  const { id } = (task.body as TaskResponse).task;
  const members = `/api/teams/${(team.body as TeamResponse).team.id}/members`;
  await admin.call("POST", members, { userId: ada.user.id });
  const headers = {
    authorization: `Bearer ${admin.accessToken}`,
    "idempotency-key": "attempt-number-0007",
  };
  const { id: bob } = (await server.as("member")).user;
  for (const url of [`/api/tasks/${id}`, `${members}/${ada.user.id}`, `/api/users/${bob}`]) {
    await expect(fetch(base + url, { method: "DELETE", headers })).rejects.toThrow();
    const repeat = await server.app.inject({ method: "DELETE", url, headers });
    expect([url, repeat.statusCode, repeat.body]).toEqual([url, 204, ""]);
  }
  cut();
});

test("a repeat of a refused request gets the same refusal", async () => {
  const first = await send(ada, "attempt-number-0002", " ");
  const repeat = await send(ada, "attempt-number-0002", " ");
  expect(first.statusCode).toBe(400);
  expect(repeat.statusCode).toBe(400);
  expect(repeat.json()).toEqual(first.json());
});

test("requests with another key or of another session are not treated as retries", async () => {
  const bob = await server.as("member");
  await send(ada, "attempt-number-0003", "Again");
  await send(ada, "attempt-number-0004", "Again");
  await send(bob, "attempt-number-0003", "Again");
  expect(await commentCount("Again")).toBe(3);
});

test("a late repeat, or one at another server, finds the created row", async () => {
  const other = await buildApp(server.deps);
  const third = await buildApp(server.deps);
  const admin = await server.as("admin");
  const calls = [
    ["/api/tasks", { title: "Made once", priority: "Low" }],
    [`/api/tasks/${taskId}/comments`, { comment: "Made once" }],
    ["/api/teams", { name: "Made once" }],
  ] as const;
  for (const [url, payload] of calls) {
    const sendTo = (app: FastifyInstance) =>
      app.inject({
        method: "POST",
        url,
        headers: {
          authorization: `Bearer ${admin.accessToken}`,
          "idempotency-key": "attempt-number-0006",
        },
        payload,
      });
    const answers = [
      ...(await Promise.all([sendTo(server.app), sendTo(other)])),
      await sendTo(third),
    ];
    server.clock.advance(61_000);
    answers.push(await sendTo(server.app));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(answers[0]?.json());
      expect(answer.headers["etag"]).toBe(answers[0]?.headers["etag"]);
    }
  }
  expect(await commentCount("Made once")).toBe(1);
  const named = (table: "tasks" | "teams", name: string) =>
    server.db.selectFrom(table).selectAll().where(sql.ref(name), "=", "Made once").execute();
  expect(await named("tasks", "title")).toHaveLength(1);
  expect(await named("teams", "name")).toHaveLength(1);
  const recorded = server.db.selectFrom("changes").select("kind").orderBy("number");
  expect(await recorded.where("subject_name", "=", "Made once").execute()).toEqual([
    { kind: "task.created" },
    { kind: "team.created" },
  ]);
  await other.close();
  await third.close();
});

test("a repeat at another server succeeds, without a second audit entry", async () => {
  const other = await buildApp(server.deps);
  const password = "a fine old password";
  const { user } = await server.as("member");
  const admin = await server.as("admin", { password_hash: await hashPassword(password) });
  const { body } = await admin.call("POST", "/api/teams", { name: "Twice" });
  const members = `/api/teams/${(body as TeamResponse).team.id}/members`;
  const calls = [
    ["POST", members, 201, 409, { userId: user.id }],
    ["DELETE", `${members}/${user.id}`, 204, 404],
    ["DELETE", `/api/users/${user.id}`, 204, 404],
    [
      "PUT",
      "/api/profile/password",
      204,
      400,
      { currentPassword: password, newPassword: "another one!" },
    ],
  ] as const;
  for (const [method, url, status, refusal, payload] of calls) {
    const sendTo = (app: FastifyInstance, attempt: string) =>
      app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${admin.accessToken}`, "idempotency-key": attempt },
        ...(payload && { payload }),
      });
    const entries = () =>
      server.db
        .selectFrom("changes")
        .select(({ fn }) => fn.countAll().as("count"))
        .execute();
    const first = await sendTo(server.app, "attempt-number-0008");
    const written = await entries();
    const repeat = await sendTo(other, "attempt-number-0008");
    expect([url, first.statusCode, repeat.statusCode]).toEqual([url, status, status]);
    expect(repeat.body).toBe(first.body);
    expect([url, (await sendTo(other, "attempt-number-0009")).statusCode]).toEqual([url, refusal]);
    expect(await entries()).toEqual(written);
  }
  await other.close();
});

describe("a key with another body", () => {
  const reused = {
    error: "This Idempotency-Key was used for a request with another body. Use a new key.",
  };

  /** Sends requests with one key to an app, and returns status and body. */
  const sender = (user: TestUser) => async (app: FastifyInstance, call: InjectOptions) => {
    const headers = {
      authorization: `Bearer ${user.accessToken}`,
      "idempotency-key": "attempt-number-0011",
    };
    const answer = await app.inject({ method: "POST", headers, ...call });
    return [answer.statusCode, answer.body ? answer.json<unknown>() : ""];
  };

  test("is refused, and only the first request is carried out", async () => {
    const sendTo = sender(await server.as("member"));
    const url = `/api/tasks/${taskId}/comments`;
    const send = (comment: string) => sendTo(server.app, { url, payload: { comment } });
    const comments = ["One", "Other"];
    const answers = await Promise.all(comments.map(send));
    // Their sessions are read at the same time, so either may be the first.
    const first = answers.findIndex(([status]) => status === 201);
    expect(answers[1 - first]).toEqual([422, reused]);
    expect(await Promise.all(comments.map(commentCount))).toEqual(first === 0 ? [1, 0] : [0, 1]);
    expect(await send(comments[first] ?? "")).toEqual(answers[first]);
  });

  test("is refused for every method that changes something", async () => {
    const admin = await server.as("admin");
    const sendTo = sender(admin);
    const url = `/api/kanban/${taskId}/status`;
    await sendTo(server.app, { method: "PATCH", url, payload: { status: "Done" } });
    expect(await sendTo(server.app, { method: "PATCH", url, payload: { status: "Todo" } })).toEqual(
      [422, reused],
    );
  });

  test("is refused at another server if the created row shows it", async () => {
    const other = await buildApp(server.deps);
    const password = "a fine old password";
    const admin = await server.as("admin", { password_hash: await hashPassword(password) });
    const sendTo = sender(admin);
    const made = await admin.call("POST", "/api/teams", { name: "Careless" });
    const team = `/api/teams/${(made.body as TeamResponse).team.id}`;
    const [one, two] = [await server.as("member"), await server.as("member")];
    const calls: [InjectOptions, InjectOptions["payload"]][] = [
      [
        { url: "/api/tasks", payload: { title: "One", priority: "Low" } },
        { title: "Two", priority: "Low" },
      ],
      [{ url: `/api/tasks/${taskId}/comments`, payload: { comment: "One" } }, { comment: "Two" }],
      [
        { url: "/api/teams", payload: { name: "One" } },
        { name: "One", description: "Two" },
      ],
      [{ url: `${team}/members`, payload: { userId: one.user.id } }, { userId: two.user.id }],
      [
        {
          method: "PUT",
          url: "/api/profile/password",
          payload: { currentPassword: password, newPassword: "the second one" },
        },
        { currentPassword: "the second one", newPassword: "the third one" },
      ],
    ];
    for (const [call, payload] of calls) {
      const [status] = await sendTo(server.app, call);
      expect([call.url, status]).toEqual([call.url, call.method === "PUT" ? 204 : 201]);
      expect([call.url, await sendTo(other, { ...call, payload: payload ?? {} })]).toEqual([
        call.url,
        [422, reused],
      ]);
    }
    expect((await admin.call("GET", team)).body).toMatchObject({ members: [{ id: one.user.id }] });
    const { password_hash } = await getUser(server.db, admin.user.id);
    expect(await verifyPassword(password_hash, "the second one")).toBe(true);
    await other.close();
  });
});

test("a repeat at another server does not redo an undone change", async () => {
  const other = await buildApp(server.deps);
  const { user } = await server.as("member");
  const admin = await server.as("admin");
  const { body } = await admin.call("POST", "/api/teams", { name: "Undone" });
  const members = `/api/teams/${(body as TeamResponse).team.id}/members`;
  const headers = {
    authorization: `Bearer ${admin.accessToken}`,
    "idempotency-key": "attempt-number-0010",
  };
  const addTo = (app: FastifyInstance) =>
    app.inject({ method: "POST", url: members, headers, payload: { userId: user.id } });
  expect((await addTo(server.app)).statusCode).toBe(201);
  await admin.call("DELETE", `${members}/${user.id}`);
  expect((await addTo(other)).statusCode).toBe(201);
  const membership = server.db.selectFrom("team_members").selectAll();
  expect(await membership.where("user_id", "=", user.id).execute()).toEqual([]);
  await other.close();
});

test("a body of 10,000 nested objects is refused with a 400", async () => {
  const sender = await server.as("member");
  const answer = await server.app.inject({
    method: "PATCH",
    url: `/api/kanban/${taskId}/status`,
    headers: {
      authorization: `Bearer ${sender.accessToken}`,
      "content-type": "application/json",
      "idempotency-key": "attempt-number-0012",
    },
    payload: `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  });
  expect(answer.statusCode).toBe(400);
});

test("a malformed key is ignored", async () => {
  for (const name of ["x", "a".repeat(65), "spaces in it, sixteen"]) {
    await send(ada, name, "Odd");
    await send(ada, name, "Odd");
  }
  expect(await commentCount("Odd")).toBe(6);
});

test("the same key on another route is not treated as a retry", async () => {
  await send(ada, "attempt-number-0005", "Named");
  const headers = {
    authorization: `Bearer ${ada.accessToken}`,
    "idempotency-key": "attempt-number-0005",
  };
  const moved = await server.app.inject({
    method: "PATCH",
    url: `/api/kanban/${taskId}/status`,
    headers,
    payload: { status: "Done" },
  });
  expect([moved.statusCode, moved.json<unknown>()]).toMatchObject([
    200,
    { task: { id: taskId, status: "Done" } },
  ]);
});

import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { TaskResponse } from "#contract/task.ts";
import type { TeamResponse } from "#contract/team.ts";
import { addressOf, openReader, type Reader } from "#server/testing/eventReader.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { STREAMS_MAX } from "./routes.ts";

/** In seconds, longer than a test: a heartbeat would end a stream that its event has not ended. */
const HEARTBEAT = 3_600;

let server: TestServer;
let member: TestUser;
let readers: Reader[];

beforeEach(async () => {
  server = await startServer({ config: { heartbeatSeconds: HEARTBEAT } });
  member = await server.as("member");
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) reader.close();
  await server.close();
});

async function open(user: TestUser = member, lastId?: string): Promise<Reader> {
  const reader = await openReader(server, user, lastId);
  readers.push(reader);
  return reader;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function create(title = "One"): Promise<string> {
  const { body } = await member.call("POST", "/api/tasks", { title, priority: "Low" });
  return (body as TaskResponse).task.id;
}

describe("the stream", () => {
  test("is an uncached, unbuffered event stream", async () => {
    const { response, told } = await open();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(told).toEqual([
      { name: "ready", id: server.deps.events.lastEventId(), data: { heartbeat: HEARTBEAT } },
    ]);
  });

  test("sends heartbeats, and outlives its access token", async () => {
    await server.close();
    server = await startServer({ config: { heartbeatSeconds: 0.01, accessTokenTtl: 60 } });
    member = await server.as("member");
    const reader = await open();
    server.clock.advance(61_000);
    expect(await member.call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
    const before = reader.heartbeats;
    await until(() => reader.heartbeats > before + 3);
    server.deps.events.publish({ type: "task", id: "1", change: "moved", by: null });
    await until(() => reader.changes().length === 1);
  });

  test("resumes after the last event seen", async () => {
    const first = await open();
    const one = await create();
    await until(() => first.changes().length === 1);
    first.close();
    const two = await create();
    const second = await open(member, first.told.at(-1)?.id);
    expect(second.told.map(({ name, data }) => [name, "id" in data && data.id])).toEqual([
      ["change", two],
      // The change may have been one of the inbox, too.
      ["change", member.user.id],
      ["ready", false],
    ]);
    expect(one).not.toBe(two);
  });

  test("starts with a reset for an unknown event id", async () => {
    await create();
    const reader = await open(member, "another-process-7");
    expect(reader.told).toEqual([
      { name: "reset", id: server.deps.events.lastEventId(), data: { heartbeat: HEARTBEAT } },
    ]);
  });

  test("a stream from a response's x-event-id misses no later change", async () => {
    const { headers } = await member.call("GET", "/api/kanban/board");
    const id = await create();
    const reader = await open(member, String(headers["x-event-id"]));
    expect(reader.changes()).toMatchObject([
      { type: "task", id, change: "created", by: null },
      { type: "inbox", id: member.user.id },
    ]);
    const { headers: publicHeaders } = await server.call("GET", "/healthz");
    expect(publicHeaders).not.toHaveProperty("x-event-id");
  });

  test("does not exist for HEAD, which would never end", async () => {
    expect(await member.call("HEAD", "/api/events")).toMatchObject({ status: 404 });
  });

  test("closes a session's oldest stream when the session exceeds the limit", async () => {
    const oldest = await open();
    for (let count = 1; count < STREAMS_MAX.perSession; count += 1) await open();
    const other = await open(await server.signIn(member.user));
    const newest = await open();
    expect(await oldest.ended).toBe("ended");
    await create();
    await until(() => newest.changes().length === 1 && other.changes().length === 1);
  });

  test("closes a user's oldest stream when the user exceeds the limit", async () => {
    const oldest = await open();
    for (let session = 1; session < STREAMS_MAX.perUser; session += 1) {
      await open(await server.signIn(member.user));
    }
    await open(await server.signIn(member.user));
    expect(await oldest.ended).toBe("ended");
  });

  test("disconnects a client that doesn't read, without harm to others", async () => {
    const { port } = new URL(await addressOf(server));
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${member.accessToken}\r\n\r\n`,
    );
    await once(socket, "data");
    socket.pause();
    const good = await open();
    const unsubscribe = jest.spyOn(server.deps.events, "publish");
    const connections = () =>
      new Promise<number>((resolve) =>
        server.app.server.getConnections((_error, count) => resolve(count)),
      );
    expect(await connections()).toBe(2);
    const id = "x".repeat(60_000);
    while ((await connections()) > 1) {
      server.deps.events.publish({ type: "task", id, change: "moved", by: null });
      await until(() => good.changes().length === unsubscribe.mock.calls.length);
    }
    socket.destroy();
  });

  test("ends at once, and cleanly, when the server closes", async () => {
    const reader = await open();
    const since = performance.now();
    await server.app.close();
    expect(await reader.ended).toBe("ended");
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});

describe("the stream's session", () => {
  test("sign-out ends this stream only", async () => {
    const reader = await open();
    const other = await open(await server.signIn(member.user));
    await server.call("POST", "/api/auth/logout", { refreshToken: member.refreshToken });
    expect(await reader.ended).toBe("ended");
    await until(() => other.told.length === 1);
    server.deps.events.publish({ type: "task", id: "1", change: "moved", by: null });
    await until(() => other.changes().length === 1);
  });

  test.each([
    ["deactivation", "PUT", { is_active: false }],
    ["deletion", "DELETE", undefined],
  ] as const)("the user's %s ends the stream", async (_name, method, body) => {
    const admin = await server.as("admin");
    const [reader, watching] = [await open(), await open(admin)];
    await admin.call(method, `/api/users/${member.user.id}`, body);
    expect(await reader.ended).toBe("ended");
    await until(() => watching.changes().length === 1);
  });

  test("a new password ends the streams of the user's other sessions", async () => {
    await server.call("POST", "/api/auth/register", {
      email: "ada@example.com",
      password: "correct horse",
      role: "member",
    });
    const row = await server.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", "ada@example.com")
      .executeTakeFirstOrThrow();
    const [here, there] = [await server.signIn(row), await server.signIn(row)];
    const [own, other] = [await open(here), await open(there)];
    await here.call("PUT", "/api/profile/password", {
      currentPassword: "correct horse",
      newPassword: "another horse",
    });
    expect(await other.ended).toBe("ended");
    await create();
    await until(() => own.changes().length === 1);
  });

  test("a heartbeat detects that the session has ended", async () => {
    await server.close();
    server = await startServer({ config: { heartbeatSeconds: 0.02 } });
    member = await server.as("member");
    const reader = await open();
    await server.db.deleteFrom("sessions").execute();
    expect(await reader.ended).toBe("ended");
  });
});

describe("events", () => {
  const by = "tab-1";

  /** Sends a request from the tab `by`. */
  async function send(
    user: TestUser,
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: object,
  ) {
    const { statusCode, payload } = await server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${user.accessToken}`, "x-client-id": by },
      ...(body && { payload: body }),
    });
    expect(statusCode).toBeLessThan(300);
    return payload ? (JSON.parse(payload) as unknown) : undefined;
  }

  test("one event for each change of a task, none for a request that changes nothing", async () => {
    const reader = await open();
    const input = { title: "One", description: "", status: "Todo", priority: "Low" };
    const { task } = (await send(member, "POST", "/api/tasks", input)) as TaskResponse;
    const path = `/api/tasks/${task.id}`;
    await send(member, "PATCH", `/api/kanban/${task.id}/status`, { status: "Todo" });
    await send(member, "PATCH", `/api/kanban/${task.id}/status`, { status: "Done" });
    await send(member, "PATCH", `/api/kanban/${task.id}/status`, { status: "Done" });
    await send(member, "PUT", path, { ...input, title: "Two" });
    await send(member, "POST", `${path}/comments`, { comment: "Well done" });
    await send(member, "DELETE", path);
    expect(await member.call("DELETE", path)).toMatchObject({ status: 404 });
    expect(await member.call("POST", "/api/tasks", {})).toMatchObject({ status: 400 });
    const expected = ["created", "moved", "updated", "commented", "deleted"];
    await until(() => reader.changes().length >= expected.length);
    expect(reader.changes()).toEqual(
      expected.map((change) => ({ type: "task", id: task.id, change, by })),
    );
  });

  test("no event for an edit that is refused because of a newer version", async () => {
    const id = await create();
    const reader = await open();
    const { statusCode } = await server.app.inject({
      method: "PUT",
      url: `/api/tasks/${id}`,
      headers: { authorization: `Bearer ${member.accessToken}`, "if-match": '"99"' },
      payload: { title: "Two", description: "", status: "Todo", priority: "Low" },
    });
    expect(statusCode).toBe(412);
    const next = await create("Three");
    await until(() => reader.changes().length > 0);
    expect(reader.changes()).toMatchObject([{ id: next, change: "created" }]);
  });

  test("one event for each change of a user or a team", async () => {
    const admin = await server.as("admin");
    const reader = await open(admin);
    const { user } = (await send(admin, "POST", "/api/auth/register", {
      email: "grace@example.com",
      password: "correct horse",
      role: "member",
    })) as { user: { id: string } };
    const path = `/api/users/${user.id}`;
    await send(admin, "PUT", path, { role: "admin" });
    await send(admin, "PUT", path, { role: "admin" });
    await send(admin, "PUT", "/api/profile", { name: "Ada", email: "ada@example.com" });
    await send(admin, "PUT", "/api/profile", { name: "Ada", email: "ada@example.com" });
    const { team } = (await send(admin, "POST", "/api/teams", {
      name: "Crew",
      description: "",
    })) as TeamResponse;
    await send(admin, "POST", `/api/teams/${team.id}/members`, { userId: user.id });
    await send(admin, "DELETE", `/api/teams/${team.id}/members/${user.id}`);
    await send(admin, "DELETE", path);
    const expected = [
      { type: "user", id: user.id, change: "created", by: null },
      { type: "user", id: user.id, change: "updated", by },
      { type: "user", id: admin.user.id, change: "updated", by },
      { type: "team", id: team.id, change: "created", by },
      { type: "team", id: team.id, change: "updated", by },
      { type: "team", id: team.id, change: "updated", by },
      { type: "user", id: user.id, change: "deleted", by },
    ];
    await until(() => reader.changes().length >= expected.length);
    expect(reader.changes()).toEqual(expected);
  });

  test("the tab's id reaches streams of its own session only", async () => {
    const again = await server.signIn(member.user);
    const others = [await open(again), await open(await server.as("admin"))];
    const own = await open(member);
    const first = String(own.told.at(-1)?.id);
    await send(member, "POST", "/api/tasks", { title: "One", priority: "Low" });
    // Another session can't make the tab ignore a change by sending the tab's id.
    await send(again, "POST", "/api/tasks", { title: "Two", priority: "Low" });
    for (const reader of [own, ...others]) await until(() => reader.changes().length === 2);
    expect(own.changes()).toMatchObject([{ by }, { by: null }]);
    expect(others[0]?.changes()).toMatchObject([{ by: null }, { by }]);
    expect(others[1]?.changes()).toMatchObject([{ by: null }, { by: null }]);
    expect((await open(again, first)).changes()).toMatchObject([
      { by: null },
      { by },
      { by: null },
    ]);
    const texts = JSON.stringify([own, ...others].map((reader) => reader.told));
    expect(texts).not.toContain(member.sessionId);
  });

  test("a malformed tab id is ignored", async () => {
    const reader = await open();
    for (const name of ["", "a b", "<script>", "x".repeat(65)]) {
      await server.app.inject({
        method: "POST",
        url: "/api/tasks",
        headers: { authorization: `Bearer ${member.accessToken}`, "x-client-id": name },
        payload: { title: "One", priority: "Low" },
      });
    }
    await until(() => reader.changes().length === 4);
    for (const change of reader.changes()) expect(change).toMatchObject({ by: null });
  });
});

import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, jest, test } from "@jest/globals";
import { buildApp } from "#server/app.ts";
import { USER_REQUESTS_MAX } from "#server/http/concurrencyLimit.ts";
import { openReaderAt } from "#server/testing/eventReader.ts";
import { HEARTBEAT, streamServer } from "#server/testing/streams.ts";
import { until } from "#server/testing/until.ts";
import { OPENINGS_PER_MINUTE, STREAMS_MAX } from "./routes.ts";

const { server, member, open, create } = streamServer();

/** A server on the same database that only one test uses. */
async function ownServer() {
  const app = await buildApp(server.deps);
  return { app, base: await app.listen({ port: 0, host: "127.0.0.1" }) };
}

/** Waits until the server knows a later event: on PostgreSQL that may be a moment after the change. */
const untilAfter = (eventId: string) => until(() => server.deps.events.lastEventId() !== eventId);

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
    Object.assign(server.deps.config, { heartbeatSeconds: 0.01, accessTokenTtl: 60 });
    const max = await server.as("member");
    const reader = await open(max);
    server.clock.advance(61_000);
    expect(await max.call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
    const before = reader.heartbeats;
    await until(() => reader.heartbeats > before + 3);
    server.deps.events.publish({ type: "task", id: "1", change: "moved", by: null });
    await until(() => reader.changes().length === 1);
  });

  test("resumes after the last event seen", async () => {
    const first = await open();
    await create();
    await until(() => first.changes().length === 1);
    first.close();
    const seen = String(first.told.at(-1)?.id);
    const two = await create();
    await untilAfter(seen);
    const second = await open(member, seen);
    expect(second.told.map(({ name, data }) => [name, "id" in data && data.id])).toEqual([
      ["change", two],
      // The inbox and a bulk action may have changed, too.
      ["change", member.user.id],
      ["change", member.user.id],
      ["ready", false],
    ]);
  });

  test("resumes with the user's bulk action on tasks that is under way, whose steps are no events", async () => {
    const first = await open();
    const seen = first.told.at(-1)?.id;
    first.close();
    const job = { kind: "task_run" as const, state: "running" as const, stop_reason: "" };
    const made = { made_at: "2026", made_by: member.user.id, made_by_name: "" };
    await server.db
      .insertInto("jobs")
      .values({ ...job, ...made, id: "1", subject_id: "1" })
      .execute();
    const resumed = await open(member, seen);
    expect(resumed.changes()).toEqual([
      { type: "taskRun", id: member.user.id, change: "started", by: null },
    ]);
    const other = await open(await server.as("member"), seen);
    expect(other.changes()).toEqual([]);
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
    const position = String(headers["x-event-id"]);
    const id = await create();
    await untilAfter(position);
    const reader = await open(member, position);
    expect(reader.changes()).toMatchObject([
      { type: "task", id, change: "created", by: null },
      { type: "inbox", id: member.user.id },
      { type: "taskRun", id: member.user.id, change: "started" },
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
    const { app, base } = await ownServer();
    const { port } = new URL(base);
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${member.accessToken}\r\n\r\n`,
    );
    await once(socket, "data");
    socket.pause();
    const good = await openReaderAt(base, member.accessToken);
    const publish = jest.spyOn(server.deps.events, "publish");
    const connections = () =>
      new Promise<number>((resolve) =>
        app.server.getConnections((_error, count) => resolve(count)),
      );
    expect(await connections()).toBe(2);
    const id = "x".repeat(60_000);
    while ((await connections()) > 1) {
      server.deps.events.publish({ type: "task", id, change: "moved", by: null });
      await until(() => good.changes().length === publish.mock.calls.length);
    }
    publish.mockRestore();
    socket.destroy();
    await app.close();
  });

  test("ends at once, and cleanly, when the server closes", async () => {
    const { app, base } = await ownServer();
    const reader = await openReaderAt(base, member.accessToken);
    const since = performance.now();
    await app.close();
    expect(await reader.ended).toBe("ended");
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});

describe("a user who opens very many streams", () => {
  const opening = async (base: string, signal: AbortSignal) =>
    await fetch(`${base}/api/events`, {
      headers: { authorization: `Bearer ${member.accessToken}`, "last-event-id": "any" },
      signal,
    });

  test("is refused beyond the number per minute, as in any minute", async () => {
    const { app, base } = await ownServer();
    const closing = new AbortController();
    const openAll = async () =>
      await Promise.all(
        Array.from({ length: OPENINGS_PER_MINUTE + 5 }, () => opening(base, closing.signal)),
      );
    const statuses = async () => (await openAll()).filter(({ status }) => status === 429).length;
    expect(await statuses()).toBe(5);
    server.clock.advance(60_000);
    expect(await statuses()).toBe(5);
    closing.abort();
    await app.close();
  });

  test("waits, as for any response, until the first ones have sent what was missed", async () => {
    const { app, base } = await ownServer();
    const closing = new AbortController();
    const reads: (() => void)[] = [];
    const since = jest.spyOn(server.deps.events, "since").mockImplementation(async () => {
      await new Promise<void>((resolve) => reads.push(resolve));
      return [];
    });
    const streams = Array.from({ length: 40 }, () => opening(base, closing.signal));
    await until(() => reads.length === USER_REQUESTS_MAX);
    // Another user's request takes long enough for the others to begin, if they could.
    await fetch(`${base}/api/auth/me`, {
      headers: { authorization: `Bearer ${(await server.as("member")).accessToken}` },
    });
    expect(reads).toHaveLength(USER_REQUESTS_MAX);
    for (const finish of reads.splice(0)) finish();
    await until(() => reads.length === 40 - USER_REQUESTS_MAX);
    for (const finish of reads) finish();
    expect((await Promise.all(streams)).every(({ ok }) => ok)).toBe(true);
    since.mockRestore();
    closing.abort();
    await app.close();
  });
});

import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { readFrom } from "#server/testing/eventReader.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { listenForMetrics } from "./listen.ts";
import { createMetrics, type Metrics } from "./metrics.ts";

let server: TestServer;
let app: FastifyInstance;
let member: TestUser;
let metrics: Metrics;

beforeEach(async () => {
  server = await startServer();
  metrics = createMetrics();
  app = await buildApp(server.deps, { metrics });
  member = await server.as("member");
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const get = async (url: string) =>
  await app.inject({ url, headers: { authorization: `Bearer ${member.accessToken}` } });

/** The value of a figure; undefined when there is none. */
async function figure(name: string): Promise<number | undefined> {
  const lines = (await metrics.text()).split("\n");
  const line = lines.find((line) => line.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test("requests are counted by pattern, not by address", async () => {
  await get("/api/users/first-id");
  await get("/api/users/second-id?name=a-name");
  await get("/api/kanban/board");
  await get("/unknown/page");
  await app.inject({ url: "/api/kanban/board" });
  const named = (method: string, route: string, status: number) =>
    figure(`http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  expect(await named("GET", "/api/users/:id", 404)).toBe(2);
  expect(await named("GET", "/api/kanban/board", 200)).toBe(1);
  expect(await named("GET", "/api/kanban/board", 401)).toBe(1);
  expect(await named("GET", "other", 404)).toBe(1);
  const board = `{method="GET",route="/api/kanban/board"}`;
  expect(await figure(`http_request_duration_seconds_count${board}`)).toBe(2);
  expect(await figure(`http_request_duration_seconds_sum${board}`)).toBeGreaterThan(0);
  for (const secret of ["first-id", "a-name", member.accessToken]) {
    expect(await metrics.text()).not.toContain(secret);
  }
});

test("streams of events are counted while they are open, and take no time", async () => {
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  const reader = await readFrom(base, member.accessToken);
  expect(await figure("taskdeck_event_streams")).toBe(1);
  reader.close();
  while ((await figure("taskdeck_event_streams")) !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(await metrics.text()).not.toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/events"}',
  );
});

test("the process, the passwords and the pool are told", async () => {
  expect(await figure("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(await figure("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(await figure("process_start_time_seconds")).toBeGreaterThan(1.7e9);
  expect(await figure("nodejs_heap_used_bytes")).toBeGreaterThan(1e6);
  expect(await figure('nodejs_eventloop_lag_seconds{percentile="99"}')).toBeGreaterThanOrEqual(0);
  expect(await figure("taskdeck_passwords_in_hand")).toBe(0);
  expect(await figure("taskdeck_database_waiting")).toBeUndefined();
  metrics.watchPool(() => ({ total: 5, idle: 2, waiting: 7 }));
  expect(await figure('taskdeck_database_connections{state="busy"}')).toBe(3);
  expect(await figure('taskdeck_database_connections{state="idle"}')).toBe(2);
  expect(await figure("taskdeck_database_waiting")).toBe(7);
});

test("they are served on an address of their own, and not on the server's", async () => {
  const listening = await listenForMetrics(metrics, { port: 0, host: "127.0.0.1" });
  const address = listening.address();
  const base = `http://127.0.0.1:${typeof address === "object" && address?.port}`;
  const answer = await fetch(`${base}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await answer.text()).toContain("process_cpu_seconds_total ");
  expect((await fetch(`${base}/`)).status).toBe(404);
  expect((await fetch(`${base}/metrics`, { method: "POST" })).status).toBe(405);
  expect((await get("/metrics")).statusCode).toBe(404);
  listening.close();
  listening.closeAllConnections();
  await once(listening, "close");
});

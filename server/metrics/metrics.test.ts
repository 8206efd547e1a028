import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { openReaderAt } from "#server/testing/eventReader.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { until } from "#server/testing/until.ts";
import { listenForMetrics } from "./listen.ts";
import { createMetrics, type Metrics } from "./metrics.ts";

const server = sharedServer();
const member = sharedUser(server, "member");
let app: FastifyInstance;
let metrics: Metrics;

beforeEach(async () => {
  metrics = createMetrics();
  app = await buildApp(server.deps, { metrics });
});
afterEach(() => app.close());

const get = async (url: string) =>
  await app.inject({ url, headers: { authorization: `Bearer ${member.accessToken}` } });

/** The value of a metric, or undefined if there is none. */
async function metric(name: string): Promise<number | undefined> {
  const lines = (await metrics.text()).split("\n");
  const line = lines.find((line) => line.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test("requests are counted by route pattern, and no URL is reported", async () => {
  await get("/api/users/first-id");
  await get("/api/users/second-id?name=a-name");
  await get("/api/kanban/board");
  await get("/unknown/page");
  await app.inject({ url: "/api/kanban/board" });
  const requestCount = (method: string, route: string, status: number) =>
    metric(`http_requests_total{method="${method}",route="${route}",status="${status}"}`);
  expect(await requestCount("GET", "/api/users/:id", 404)).toBe(2);
  expect(await requestCount("GET", "/api/kanban/board", 200)).toBe(1);
  expect(await requestCount("GET", "/api/kanban/board", 401)).toBe(1);
  expect(await requestCount("GET", "other", 404)).toBe(1);
  const board = `{method="GET",route="/api/kanban/board"}`;
  expect(await metric(`http_request_duration_seconds_count${board}`)).toBe(2);
  expect(await metric(`http_request_duration_seconds_sum${board}`)).toBeGreaterThan(0);
  for (const secret of ["first-id", "a-name", member.accessToken]) {
    expect(await metrics.text()).not.toContain(secret);
  }
});

test("open event streams are counted, and excluded from response times", async () => {
  const base = await app.listen({ port: 0, host: "127.0.0.1" });
  const reader = await openReaderAt(base, member.accessToken);
  expect(await metric("taskdeck_event_streams")).toBe(1);
  reader.close();
  await until(async () => (await metric("taskdeck_event_streams")) === 0);
  expect(await metrics.text()).not.toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/events"}',
  );
});

test("metrics cover the process, pending passwords, the database pool and lost log lines", async () => {
  expect(await metric("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(await metric("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(await metric("process_start_time_seconds")).toBeGreaterThan(1.7e9);
  expect(await metric("nodejs_heap_used_bytes")).toBeGreaterThan(1e6);
  expect(await metric('nodejs_eventloop_lag_seconds{percentile="99"}')).toBeGreaterThanOrEqual(0);
  expect(await metric("taskdeck_passwords_pending")).toBe(0);
  expect(await metric("taskdeck_database_waiting")).toBeUndefined();
  metrics.watchPool(() => ({ total: 5, idle: 2, waiting: 7 }));
  metrics.watchLog(() => 4);
  expect(await metric("taskdeck_log_lines_dropped_total")).toBe(4);
  expect(await metric('taskdeck_database_connections{state="busy"}')).toBe(3);
  expect(await metric('taskdeck_database_connections{state="idle"}')).toBe(2);
  expect(await metric("taskdeck_database_waiting")).toBe(7);
});

/** Serves the metrics on a free port. */
async function openMetrics(basePath: string) {
  const listening = await listenForMetrics(metrics, { port: 0, host: "127.0.0.1", basePath });
  const address = listening.address();
  const base = `http://127.0.0.1:${typeof address === "object" && address?.port}`;
  return {
    base,
    async close() {
      listening.close();
      listening.closeAllConnections();
      await once(listening, "close");
    },
  };
}

test("changes that could not be told are counted", async () => {
  const unsubscribe = server.deps.events.subscribe(() => {
    throw new Error("No");
  });
  server.deps.events.publish({ type: "task", id: "1", change: "moved", by: null });
  unsubscribe();
  expect(await metric("taskdeck_changes_skipped_total")).toBe(1);
});

test("metrics are served on a separate port only, with a base path below it, too", async () => {
  const { base, close } = await openMetrics("/tasks");
  const statusOf = async (path: string) => (await fetch(base + path)).status;
  expect(await statusOf("/tasks/metrics")).toBe(200);
  expect(await statusOf("/other/metrics")).toBe(404);
  expect(await statusOf("/")).toBe(404);
  const response = await fetch(`${base}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(await response.text()).toContain("process_cpu_seconds_total ");
  expect((await fetch(`${base}/metrics`, { method: "POST" })).status).toBe(405);
  expect((await get("/metrics")).statusCode).toBe(404);
  await close();
});

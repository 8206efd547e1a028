import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { passwordsInHand } from "#server/auth/passwords.ts";
import type { PoolCounts } from "#server/db/postgres.ts";
import { createRegistry } from "./registry.ts";

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 10;
const NANO = 1e-9;

/** What a server tells a monitor about itself. */
export interface Metrics {
  /** Counts what is asked of a server from now on. Without this call nothing is measured. */
  watch(app: FastifyInstance): void;
  /** Shows how the connections of the database's pool are used. */
  watchPool(counts: () => PoolCounts): void;
  /** Shows how many streams of events are open. */
  watchStreams(open: () => number): void;
  /** All figures, in Prometheus' text format. */
  text(): string;
}

/** Patterns, never addresses: a monitor keeps every name for ever. */
function routeOf({ routeOptions: { url = "" } }: FastifyRequest): string {
  return url === "/healthz" || url.startsWith("/api/") ? url : "other";
}

/** Starts to look at the process. */
export function createMetrics(): Metrics {
  const registry = createRegistry();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const lag = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds * NANO - RESOLUTION / 1000) : 0;

  registry.read(
    "process_start_time_seconds",
    "When the process started, in seconds since 1970.",
    "gauge",
    () => performance.timeOrigin / 1000,
  );
  registry.read(
    "process_cpu_seconds_total",
    "CPU time that the process has used, in seconds.",
    "counter",
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  );
  registry.read("process_resident_memory_bytes", "Memory that the process holds.", "gauge", () =>
    process.memoryUsage.rss(),
  );
  registry.read("nodejs_heap_used_bytes", "Memory in use by JavaScript.", "gauge", () => {
    return process.memoryUsage().heapUsed;
  });
  registry.read(
    "nodejs_eventloop_lag_seconds",
    "How late the event loop was since the last reading of this figure.",
    "gauge",
    () => {
      const seen = [
        [{ percentile: "50" }, lag(delay.percentile(50))],
        [{ percentile: "99" }, lag(delay.percentile(99))],
        [{ percentile: "100" }, lag(delay.max)],
      ] as const;
      delay.reset();
      return [...seen];
    },
  );
  registry.read(
    "taskdeck_passwords_in_hand",
    "Passwords that are being hashed or wait for it.",
    "gauge",
    passwordsInHand,
  );

  return {
    watch(app) {
      const requests = registry.counter("http_requests_total", "Requests that were answered.");
      const durations = registry.durations(
        "http_request_duration_seconds",
        "How long answers took; streams of events have no such time.",
      );
      app.addHook("onResponse", (request, { statusCode, elapsedTime }, done) => {
        const { method } = request;
        const route = routeOf(request);
        requests.add({ method, route, status: String(statusCode) });
        if (route !== "/api/events") durations.observe({ method, route }, elapsedTime / 1000);
        done();
      });
    },
    watchPool(counts) {
      registry.read(
        "taskdeck_database_connections",
        "Connections to PostgreSQL, by what they do.",
        "gauge",
        () => {
          const { total, idle } = counts();
          return [
            [{ state: "busy" }, total - idle],
            [{ state: "idle" }, idle],
          ];
        },
      );
      registry.read(
        "taskdeck_database_waiting",
        "Calls that wait for a connection to PostgreSQL.",
        "gauge",
        () => counts().waiting,
      );
    },
    watchStreams(open) {
      registry.read("taskdeck_event_streams", "Open streams of events.", "gauge", open);
    },
    text: () => registry.text(),
  };
}

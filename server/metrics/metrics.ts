import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { pendingPasswords } from "#server/accounts/passwords.ts";
import type { PoolCounts } from "#server/db/postgres.ts";

const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The event loop is sampled this often; a loop without delay measures as long. */
const LAG_RESOLUTION_MS = 10;

/** The figures that a server shows a monitor. */
export interface Metrics {
  /** Counts and times the requests of a server from now on. */
  watch(app: FastifyInstance): void;
  /** Shows how the connections of the database's pool are used. */
  watchPool(counts: () => PoolCounts): void;
  /** Shows how many streams of events are open. */
  watchStreams(open: () => number): void;
  /** Shows how many log lines could not be written. */
  watchLog(dropped: () => number): void;
  /** All figures in Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
}

/** Patterns, never addresses: a monitor keeps every label for ever. */
function routeOf({ routeOptions: { url = "" } }: FastifyRequest): string {
  return url === "/healthz" || url.startsWith("/api/") ? url : "other";
}

function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests that were answered.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long responses took, without streams of events.",
    labelNames: ["method", "route"],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  app.addHook("onResponse", (request, { statusCode: status, elapsedTime }, done) => {
    const { method } = request;
    const route = routeOf(request);
    requests.inc({ method, route, status });
    if (route !== "/api/events") durations.observe({ method, route }, elapsedTime / 1000);
    done();
  });
}

function showLag(registers: Registry[]): Gauge {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  return new Gauge({
    name: "nodejs_eventloop_lag_seconds",
    help: "How late the event loop was since the last reading of this figure.",
    labelNames: ["percentile"],
    registers,
    collect() {
      for (const percentile of [50, 99, 100]) {
        const lagMs = delay.percentile(percentile) / 1e6 - LAG_RESOLUTION_MS;
        this.set({ percentile }, Math.max(0, lagMs) / 1000);
      }
      delay.reset();
    },
  });
}

function showPool(counts: () => PoolCounts, registers: Registry[]): Gauge {
  return new Gauge({
    name: "taskdeck_database_connections",
    help: "Connections to PostgreSQL, by what they do.",
    labelNames: ["state"],
    registers,
    collect() {
      const { total, idle } = counts();
      this.set({ state: "busy" }, total - idle);
      this.set({ state: "idle" }, idle);
    },
  });
}

function droppedLines(read: () => number, registers: Registry[]): Counter {
  return new Counter({
    name: "taskdeck_log_lines_dropped_total",
    help: "Log lines that could not be written.",
    registers,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** Starts to measure the process. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  const show = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  collectDefaultMetrics({ register });
  // prom-client's figures of the lag hold the sampling time, too: ours are without it.
  for (const { name } of register.getMetricsAsArray()) {
    if (name.startsWith("nodejs_eventloop_lag_")) register.removeSingleMetric(name);
  }
  showLag(registers);
  show("nodejs_heap_used_bytes", "Memory in use by JavaScript.", () => {
    return process.memoryUsage().heapUsed;
  });
  show(
    "taskdeck_passwords_in_hand",
    "Passwords that are being hashed or wait for it.",
    pendingPasswords,
  );

  return {
    watch: (app) => countRequests(app, registers),
    watchPool(counts) {
      showPool(counts, registers);
      show(
        "taskdeck_database_waiting",
        "Calls that wait for a connection to PostgreSQL.",
        () => counts().waiting,
      );
    },
    watchStreams: (open) => void show("taskdeck_event_streams", "Open streams of events.", open),
    watchLog: (dropped) => void droppedLines(dropped, registers),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

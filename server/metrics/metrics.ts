import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";
import type { Backup } from "#contract/shapes/backup.ts";
import { pendingPasswords } from "#server/accounts/passwords.ts";
import type { PoolCounts } from "#server/db/postgres/postgres.ts";

const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The interval in ms at which the event loop is sampled. Without any lag a sample measures this interval. */
const LAG_SAMPLE_MS = 10;

/** A server's metrics for Prometheus. */
export interface Metrics {
  /** Counts and times the requests of a server. */
  watchRequests(app: FastifyInstance): void;
  /** Reports how the database pool's connections are used. */
  watchPool(counts: () => PoolCounts): void;
  /** Reports how many event streams are open. */
  watchStreams(open: () => number): void;
  /** Reports how many log lines could not be written. */
  watchLog(dropped: () => number): void;
  /** Reports how many recorded changes could not be told. */
  watchSkipped(skipped: () => number): void;
  /** Reports how the last scheduled backup ended. */
  watchBackups(last: () => Promise<Backup | null>): void;
  /** Reports how many files tasks have, and their bytes. */
  watchFiles(usage: () => Promise<{ count: number; bytes: number }>): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
}

/** The route's pattern, not its URL: Prometheus stores a time series for each label value. */
function routeOf({ routeOptions: { url = "" } }: FastifyRequest): string {
  return url === "/healthz" || url.startsWith("/api/") ? url : "other";
}

function countRequests(app: FastifyInstance, registers: Registry[]): void {
  const requests = new Counter({
    name: "http_requests_total",
    help: "HTTP responses.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Response times, without event streams.",
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

/**
 * Returns a function that reads the event loop's lag since the last reading, in seconds per
 * percentile.
 */
function eventLoopLag(): () => Record<number, number> {
  const delay = monitorEventLoopDelay({ resolution: LAG_SAMPLE_MS });
  delay.enable();
  const lagSeconds = (percentile: number) =>
    Math.max(0, delay.percentile(percentile) / 1e6 - LAG_SAMPLE_MS) / 1000;
  return () => {
    const lags = { 50: lagSeconds(50), 99: lagSeconds(99), 100: lagSeconds(100) };
    delay.reset();
    return lags;
  };
}

const LINES_DROPPED = {
  name: "taskdeck_log_lines_dropped_total",
  help: "Log lines that could not be written.",
};
const CHANGES_SKIPPED = {
  name: "taskdeck_changes_skipped_total",
  help: "Recorded changes that live updates or webhooks could not tell.",
};

const addCounter = (configuration: CounterConfiguration<string>, read: () => number): Counter =>
  new Counter({
    ...configuration,
    collect() {
      this.reset();
      this.inc(read());
    },
  });

/** Without a scheduled backup, or without the database, the gauges have no value. */
function reportBackups(last: () => Promise<Backup | null>, registers: Registry[]): Gauge {
  const succeeded = new Gauge({
    name: "taskdeck_backup_succeeded_timestamp_seconds",
    help: "When the last scheduled backup succeeded.",
    registers,
  });
  return new Gauge({
    name: "taskdeck_backup_failed",
    help: "1 if the last scheduled backup failed, otherwise 0.",
    registers,
    async collect() {
      const backup = await last().catch(() => null);
      if (!backup) return;
      this.set(backup.error === null ? 0 : 1);
      if (backup.succeeded_at) succeeded.set(Date.parse(backup.succeeded_at) / 1000);
    },
  });
}

/** Without the database, the gauges have no value. */
function reportFiles(
  usage: () => Promise<{ count: number; bytes: number }>,
  registers: Registry[],
): Gauge {
  const files = new Gauge({
    name: "taskdeck_files",
    help: "Files of tasks, also deleted ones that can be restored.",
    registers,
  });
  return new Gauge({
    name: "taskdeck_files_bytes",
    help: "Bytes that the store needs for the files.",
    registers,
    async collect() {
      const used = await usage().catch(() => null);
      if (!used) return;
      files.set(used.count);
      this.set(used.bytes);
    },
  });
}

/** Creates the metrics and starts to measure the process. */
export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];

  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  const addLabelledGauge = (
    name: string,
    help: string,
    label: string,
    read: () => Record<string, number>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        for (const [key, value] of Object.entries(read())) this.labels(key).set(value);
      },
    });

  collectDefaultMetrics({ register });
  // prom-client's lag includes the sampling interval, so it is replaced by our own.
  for (const { name } of register.getMetricsAsArray()) {
    if (name.startsWith("nodejs_eventloop_lag_")) register.removeSingleMetric(name);
  }
  addLabelledGauge(
    "nodejs_eventloop_lag_seconds",
    "Event loop lag since the previous scrape.",
    "percentile",
    eventLoopLag(),
  );
  addGauge(
    "nodejs_heap_used_bytes",
    "Memory used by JavaScript.",
    () => process.memoryUsage().heapUsed,
  );
  addGauge(
    "taskdeck_passwords_pending",
    "Passwords being hashed or waiting for it.",
    pendingPasswords,
  );

  return {
    watchRequests: (app) => countRequests(app, registers),
    watchPool(counts) {
      addLabelledGauge(
        "taskdeck_database_connections",
        "Connections to PostgreSQL by state.",
        "state",
        () => ({ busy: counts().total - counts().idle, idle: counts().idle }),
      );
      addGauge(
        "taskdeck_database_waiting",
        "Queries waiting for a connection to PostgreSQL.",
        () => counts().waiting,
      );
    },
    watchStreams: (open) => void addGauge("taskdeck_event_streams", "Open event streams.", open),
    watchBackups: (last) => void reportBackups(last, registers),
    watchFiles: (usage) => void reportFiles(usage, registers),
    watchLog: (dropped) => void addCounter({ ...LINES_DROPPED, registers }, dropped),
    watchSkipped: (skipped) => void addCounter({ ...CHANGES_SKIPPED, registers }, skipped),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "./app.ts";
import { databaseName, readConfig } from "./config.ts";
import { settlePlace } from "./copies/settleCopy.ts";
import { claimFolder, FolderUnusable, networkFileSystem } from "./db/folder.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { openChannel, openDatabase } from "./db/open.ts";
import { requireSessionPooling } from "./db/postgres/pooler.ts";
import { waitForDatabase } from "./db/postgres/wait.ts";
import type { Deps } from "./deps.ts";
import { shareBus } from "./events/sharedBus.ts";
import { folderWarning } from "./files/folderWarning.ts";
import { serverLog } from "./http/log.ts";
import { logOutput } from "./http/logOutput.ts";
import { listenForMetrics } from "./metrics/listen.ts";
import { startWarnings } from "./startWarnings.ts";

/** The time in ms that a shutdown waits for the reader of the log. */
const LOG_TIMEOUT_MS = 1_000;
/** A shutdown may take ten seconds, but on a busy machine this timer may fire late. */
const SHUTDOWN_TIMEOUT_MS = 8_500;

const messageOf = (failure: unknown) =>
  failure instanceof Error ? failure.message : String(failure);

/** Runs a step of the start. If it fails, explains the failure to the operator and exits. */
async function startStep<T>(
  step: () => T | Promise<T>,
  explain: (failure: unknown) => string = messageOf,
): Promise<T> {
  try {
    return await step();
  } catch (failure) {
    console.error(`Taskdeck can't start: ${explain(failure)}`);
    process.exit(1);
  }
}

async function listen(
  variable: "PORT" | "METRICS_PORT",
  { port, host }: { port: number; host: string },
  start: () => Promise<unknown>,
): Promise<void> {
  await startStep(start, (failure) =>
    failure instanceof Error && "code" in failure && failure.code === "EADDRINUSE"
      ? `port ${port} on ${host} is in use. Stop the other server, or set ${variable}.`
      : `it can't listen on ${host}:${port}: ${messageOf(failure)}`,
  );
}

async function addDemoData(deps: Deps): Promise<void> {
  const anyone = await deps.db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (anyone) {
    console.log("The database is not empty, so no demo data is added.");
    return;
  }
  const { fillDemo } = await import("./demo/demo.ts");
  const accounts = await fillDemo(deps, (text) => console.log(text), deps.config.demoPassword);
  console.log("Demo accounts:");
  for (const { role, email, password } of accounts) {
    console.log(`  ${role.padEnd(6)}  ${email}  ${password}`);
  }
}

const log = logOutput(process.stdout);
const config = await startStep(() => readConfig(process.env));
const { postgres, dataDir } = config;
const where = postgres?.url ?? dataDir;
const metrics = config.metrics ? (await import("./metrics/metrics.ts")).createMetrics() : undefined;
metrics?.watchLog(log.dropped);

const releaseFolder = await startStep(
  () => (postgres ? undefined : claimFolder(dataDir)),
  (failure) =>
    failure instanceof FolderUnusable
      ? failure.message
      : `DATA_DIR (${dataDir}) can't be used: ${messageOf(failure)}`,
);
const db = await startStep(
  async () => {
    const db = openDatabase(where, {
      ...(postgres && {
        poolSize: postgres.poolSize,
        statementTimeout: postgres.statementTimeoutSeconds * 1000,
      }),
      ...(metrics && { watchPool: metrics.watchPool }),
    });
    await waitForDatabase(db, postgres?.waitSeconds ?? 0, console.log);
    await requireSessionPooling(where);
    await migrateDatabase(where, console.log);
    for (const sentence of await settlePlace(db))
      console.log(`The database is a copy. ${sentence}`);
    return db;
  },
  (failure) => `${databaseName(config)} can't be opened: ${messageOf(failure)}`,
);
const events = await shareBus(db, (listener) => openChannel(where, listener));
const deps: Deps = { db, config, events, now: () => new Date() };
if (process.argv.includes("--demo")) await addDemoData(deps);

const app = await buildApp(deps, {
  logger: serverLog(config.logLevel, log),
  distDir: join(import.meta.dirname, "..", "dist"),
  metrics,
});

for (const warning of startWarnings(config, process.env)) app.log.warn(warning);
const unshared = await folderWarning(db, config);
if (unshared !== undefined) app.log.warn(unshared);
const network = postgres ? undefined : networkFileSystem(dataDir);
if (network) {
  app.log.warn(
    `DATA_DIR is on a network file system (${network}), on which the embedded database may lose data: use a local disk, or PostgreSQL`,
  );
}

// The terminal in which the server was started may close.
process.on("SIGHUP", () => app.log.info("SIGHUP: the server goes on"));

let closing = false;

async function shutDown(signal: NodeJS.Signals): Promise<void> {
  if (closing) return;
  closing = true;
  app.log.info(`${signal}: shutting down after the requests under way`);
  let step = "requests and jobs under way";
  setTimeout(() => {
    app.log.error(`Shutdown timed out while it waited for ${step}`);
    process.exit(1);
  }, SHUTDOWN_TIMEOUT_MS).unref();
  await app.close();
  step = "the database";
  await events.close();
  await db.destroy();
  releaseFolder?.();
  await Promise.race([log.flushed(), pause(LOG_TIMEOUT_MS)]);
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    shutDown(signal).catch((failure: unknown) => {
      app.log.error(failure);
      process.exit(1);
    });
  });
}

const { metrics: metricsAddress } = config;
if (metrics && metricsAddress) {
  await listen("METRICS_PORT", metricsAddress, () =>
    listenForMetrics(metrics, { ...metricsAddress, basePath: config.basePath }),
  );
}
await listen("PORT", config, () => app.listen({ port: config.port, host: config.host }));

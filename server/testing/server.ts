import { randomUUID } from "node:crypto";
import { rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#contract/time.ts";
import type { Role } from "#contract/user.ts";
import { buildApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import { TABLES } from "#server/db/backup/tables.ts";
import { openChannel, openDatabase } from "#server/db/open.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import type { Deps } from "#server/deps.ts";
import { createBus } from "#server/events/bus.ts";
import { shareBus } from "#server/events/sharedBus.ts";
import { readFile } from "#server/imports/reading/readFile.ts";
import type { ReadImport } from "#server/imports/reading/readInProcess.ts";
import { failuresOf } from "#server/openapi/failures.ts";
import { startSession } from "#server/sessions/sessions.ts";
import { createTokens } from "#server/sessions/tokens.ts";
import { openEmptyDatabase } from "./sqliteTemplate.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";

/** A response; `body` is the parsed JSON, or the text if it isn't JSON. */
export interface TestResponse {
  status: number;
  body: unknown;
  headers: Record<string, string | string[] | number | undefined>;
}

export type Call = (
  method: Method,
  url: string,
  payload?: unknown,
  headers?: Record<string, string>,
) => Promise<TestResponse>;

/** A signed-in user: `call` sends requests with the bearer token. */
export interface TestUser {
  user: UserRow;
  sessionId: string;
  accessToken: string;
  refreshToken: string;
  call: Call;
}

export interface TestServer {
  app: FastifyInstance;
  deps: Deps;
  db: Kysely<Database>;
  /**
   * The server's clocks, which only the test advances. `advance` moves both; `time` sets the wall
   * clock only.
   */
  clock: { time: Date; advance(milliseconds: number): void };
  /** Sends a request without a token. */
  call: Call;
  /** Sends requests with an access token or an API token. */
  callWith(bearer: string): Call;
  /** Inserts a user with a session into the database. The user has no password. */
  as(role: Role, fields?: Partial<UserRow>): Promise<TestUser>;
  /** Starts another session of a user. */
  signIn(user: UserRow): Promise<TestUser>;
  /**
   * Makes the server as good as new: deletes all rows but the settings, resets configuration and
   * wall clock, and lets a day pass on the other clock, after which limits in memory are over.
   */
  clear(): Promise<void>;
  /** Fails if a route has responded with a status that the API description lacks. */
  close(): Promise<void>;
}

export interface TestServerOptions {
  config?: Partial<Config>;
  /**
   * As for `openDatabase`, a migrated database, which servers may share. Default: a new one, in memory for
   * SQLite.
   */
  where?: string;
  /** The initial time of the server's clock. */
  time?: Date;
}

/**
 * A database with all tables: in memory, or on the PostgreSQL server of TEST_DATABASE_URL. It loads
 * database.ts only for PostgreSQL, because the app's tests run this in a browser environment.
 */
async function emptyDatabase() {
  const postgres = process.env["TEST_DATABASE_URL"];
  if (postgres) {
    const { createTestDatabase } = await import("./database.ts");
    const { url, drop } = await createTestDatabase(postgres);
    return { db: openDatabase(url), dropDatabase: drop };
  }
  return { db: await openEmptyDatabase(), dropDatabase: async () => undefined };
}

/** Deletes the record of changes, whose audit log triggers protect. */
async function emptyChanges(db: Kysely<Database>): Promise<void> {
  if (process.env["TEST_DATABASE_URL"]) {
    await sql`alter table changes disable trigger user`.execute(db);
    await db.deleteFrom("changes").execute();
    await sql`alter table changes enable trigger user`.execute(db);
    return;
  }
  const triggers = sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'changes'`;
  const { rows } = await triggers.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(db);
  await db.deleteFrom("changes").execute();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
}

/** Sends requests with these headers. */
const callWith =
  (app: FastifyInstance, own: Record<string, string>): Call =>
  async (method, url, payload, headers = {}) => {
    const options: InjectOptions = { method, url, headers: { ...own, ...headers } };
    if (payload !== undefined) {
      options.headers = { ...own, "content-type": "application/json", ...headers };
      options.payload = typeof payload === "string" ? payload : JSON.stringify(payload);
    }
    const response = await app.inject({ ...options, payloadAsStream: true });
    const type = String(response.headers["content-type"]);
    // An event stream never ends.
    if (type === "text/event-stream") response.raw.res.destroy();
    const answer = type === "text/event-stream" ? "" : await text(response.stream());
    const json = type.startsWith("application/json");
    const body: unknown = json && answer ? JSON.parse(answer) : answer;
    return { status: response.statusCode, body, headers: response.headers };
  };

/** Reads in this process: starting one for each import would take most of some tests' time. */
export const readHere: ReadImport = async (bytes, onItems) => {
  const { outline, items } = readFile(bytes);
  await onItems(Array.from(items));
  return outline;
};

/** Collects the failures of routes that their description lacks, such as "GET /api/users 409". */
function undescribedFailures(app: FastifyInstance, { basePath }: Config): ReadonlySet<string> {
  const found = new Set<string>();
  app.addHook("onSend", async ({ method, originalUrl, routeOptions }, { statusCode }) => {
    const { api } = routeOptions.config;
    const isOutside = !originalUrl.startsWith(basePath);
    if (!api || isOutside || statusCode < 400 || method === "HEAD") return;
    const { url = "" } = routeOptions;
    if (!(statusCode in failuresOf({ ...api, method, url }))) {
      found.add(`${method} ${url} ${statusCode}`);
    }
  });
  return found;
}

/** The real server with its own database, without a port. Rate limits are off. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  let elapsed = 0;
  const start = options.time ?? new Date("2026-03-15T12:00:00.000Z");
  const clock = {
    time: start,
    advance(milliseconds: number) {
      elapsed += milliseconds;
      clock.time = new Date(clock.time.getTime() + milliseconds);
    },
  };
  const { db, dropDatabase } = options.where
    ? { db: openDatabase(options.where), dropDatabase: async () => undefined }
    : await emptyDatabase();
  const config: Config = {
    ...readConfig({}),
    loginRateLimit: "off",
    // Long enough for tests that move the clock.
    accessTokenTtl: 30 * 24 * 60 * 60,
    dataDir: join(tmpdir(), `taskdeck-test-${randomUUID()}`),
    ...options.config,
  };
  const configured = { ...config };
  const { where } = options;
  const events = where
    ? await shareBus(db, (listener) => openChannel(where, listener))
    : await createBus(db);
  const deps: Deps = {
    db,
    config,
    events,
    now: () => clock.time,
    elapsed: () => elapsed,
    readImport: readHere,
  };
  const app = await buildApp(deps);
  const undescribed = undescribedFailures(app, config);
  await app.ready();
  const tokens = await createTokens(deps);

  const callAs = (bearer: string) => callWith(app, { authorization: `Bearer ${bearer}` });

  async function signIn(user: UserRow): Promise<TestUser> {
    const sessionId = await startSession(db, user.id, clock.time);
    const issued = await tokens.issueFirst(sessionId, user.id);
    return { user, sessionId, ...issued, call: callAs(issued.accessToken) };
  }

  return {
    app,
    deps,
    db,
    clock,
    signIn,
    call: callWith(app, {}),
    callWith: callAs,
    async as(role, fields = {}) {
      const id = randomUUID();
      const email = fields.email ?? `${role}-${id}@example.com`;
      const user: UserRow = {
        id,
        name: role === "admin" ? "Ada Admin" : "Max Member",
        email,
        email_key: email.toLowerCase(),
        role,
        is_active: 1,
        awaiting_approval: 0,
        search_text: "",
        pending_email: null,
        pending_email_key: null,
        password_hash: "",
        created_at: clock.time.toISOString(),
        last_seen_at: clock.time.toISOString(),
        activity_seen: 0,
        setup_closed: 0,
        email_verified: 0,
        start_view: null,
        ...fields,
      };
      user.search_text = searchText(user.name, user.email);
      await db.insertInto("users").values(user).execute();
      return await signIn(user);
    },
    async clear() {
      clock.time = start;
      elapsed += DAY_MS;
      Object.assign(config, configured);
      // A table comes after those that its rows refer to.
      for (const table of TABLES.toReversed()) {
        if (table === "changes") await emptyChanges(db);
        else if (table !== "settings") await db.deleteFrom(table).execute();
      }
    },
    async close() {
      await app.close();
      await events.close();
      await db.destroy();
      await dropDatabase();
      await rm(join(config.dataDir, "files"), { recursive: true, force: true });
      await rmdir(config.dataDir).catch(() => undefined);
      if (undescribed.size > 0)
        throw new Error(`The API description lacks ${[...undescribed].join(", ")}`);
    },
  };
}

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { callServer, runServer, serverOn } from "#server/testing/process.ts";
import { testPlace } from "#server/testing/testPlace.ts";

/*
 * server/testing/oldVersions has databases that servers of earlier versions wrote: the SQLite file,
 * a plain dump of PostgreSQL, and for each the responses of its server at that time.
 */
const FOLDER = path.resolve(import.meta.dirname, "../testing/oldVersions");
const PASSWORD = "a long password";
const ADMIN = "ada.lovelace@example.com";

type Row = Record<string, unknown> & { id: string };

/** The responses of the version that wrote the database. */
interface Written {
  users: Row[];
  teams: Row[];
  tasks: Row[];
  /** By the id of their task. */
  comments: Record<string, Row[]>;
  /** The ids of the tasks in each column. */
  board: Record<"Todo" | "In Progress" | "Done", string[]>;
  /** The ids of the tasks that a search for "gearwheel7" found. */
  found: string[];
}

const place = testPlace();
const isSqlite = process.env["TEST_DATABASE_URL"] === undefined;

const fixture = (name: string) => gunzipSync(readFileSync(path.join(FOLDER, `${name}.gz`)));

async function run(statements: string): Promise<void> {
  if (isSqlite) {
    const db = new DatabaseSync(path.join(place.where, "taskdeck.db"));
    db.exec(statements);
    db.close();
    return;
  }
  const client = new Client(place.where);
  await client.connect();
  await client.query(statements);
  await client.end();
}

/** Puts the database of an earlier version in place, and returns what its server showed. */
async function restore(version: string): Promise<Written> {
  const kind = isSqlite ? "db" : "sql";
  const data = fixture(`${version}.${kind}`);
  if (isSqlite) writeFileSync(path.join(place.where, "taskdeck.db"), data);
  else await run(data.toString());
  return JSON.parse(fixture(`${version}.${kind}.json`).toString()) as Written;
}

/** Starts the current server on the old database, and signs in with the old password. */
async function signIn() {
  const { base } = await serverOn(place.env);
  const login = await callServer(`${base}/api/auth/login`, {
    body: { email: ADMIN, password: PASSWORD },
  });
  expect(login.status).toBe(200);
  const { accessToken: token } = login.body as SessionResponse;
  return async <T>(url: string, call: { method?: string; body?: unknown } = {}): Promise<T> => {
    const { status, body } = await callServer(`${base}/api${url}`, { ...call, token });
    expect([url, Math.floor(status / 100)]).toEqual([url, 2]);
    return body as T;
  };
}

/** The rows with the same ids, with only the fields that the earlier version had. */
const asWritten = (written: readonly Row[]): unknown[] =>
  written.map((row) => expect.objectContaining(row));
const byId = (rows: readonly Row[]) => rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe.each(["0.1.0", "0.2.0"])("a database that version %s wrote", (version) => {
  test("has all users, teams, tasks and comments; sign-in, search, counts and board work", async () => {
    const written = await restore(version);
    const get = await signIn();
    const { users } = await get<{ users: Row[] }>("/users");
    expect(byId(users)).toEqual(asWritten(byId(written.users)));
    expect((await get<{ teams: Row[] }>("/teams")).teams).toEqual(asWritten(written.teams));
    const { tasks } = await get<{ tasks: Row[] }>("/tasks/search?limit=100");
    expect(tasks).toEqual(asWritten(written.tasks));
    for (const { id } of tasks) {
      const { comments } = await get<{ comments: Row[] }>(`/tasks/${id}/comments`);
      expect(comments).toEqual(asWritten(written.comments[id] ?? []));
    }
    const found = await get<{ tasks: Row[] }>("/tasks/search?search=gearwheel7");
    expect(idsOf(found.tasks)).toEqual(written.found);
    const { total } = await get<{ total: number }>("/dashboard/stats");
    expect(total).toBe(written.tasks.length);

    const board = async () => (await get<{ board: Record<string, Row[]> }>("/kanban/board")).board;
    const { Todo = [], "In Progress": doing = [] } = await board();
    expect(idsOf(Todo)).toEqual(written.board.Todo);
    expect(idsOf(doing)).toEqual(written.board["In Progress"]);
    const [moved = ""] = written.board.Todo;
    await get(`/tasks/${moved}`, { method: "PATCH", body: { status: "In Progress" } });
    expect(idsOf((await board())["In Progress"] ?? [])).toContain(moved);
  });
});

test("a database that a newer version wrote stops the start with a clear message", async () => {
  await restore("0.2.0");
  await run("insert into kysely_migration values ('9999_later', '2036-01-01')");
  const server = runServer({ ...place.env, PORT: "0" });
  expect(await server.exit).toEqual([1, null]);
  expect(server.output()).toContain(
    "the database was written by a newer version of Taskdeck (9999_later)",
  );
  expect(server.output()).toContain("use that version, or restore a backup of this one");
});

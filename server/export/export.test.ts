import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { migrateDatabase } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import { fillDemo } from "#server/demo/demo.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { createExportLimit, USER_EXPORTS_MAX } from "./exportLimit.ts";
import { fullExport } from "./fullExport.ts";
import { importAll } from "./importAll.ts";

type Row = Record<string, unknown>;
interface Export {
  format: string;
  version: number;
  users: Row[];
  teams: Row[];
  memberships: Row[];
  tasks: Row[];
  comments: Row[];
  history: Row[];
  checksums: Record<string, { rows: number; sha256: string }>;
}

const NOW = new Date("2026-03-15T12:00:00.000Z");
const ignore = () => undefined;

describe("the export routes", () => {
  let server: TestServer;
  let ada: TestUser;
  let bob: TestUser;

  beforeEach(async () => {
    server = await startServer();
    ada = await server.as("admin", { name: "Ada", password_hash: "$argon2id$secret" });
    bob = await server.as("member", { name: "Bob", password_hash: "$argon2id$other" });
  });
  afterEach(() => server.close());

  const created = async (by: TestUser, fields: object) =>
    (
      (await by.call("POST", "/api/tasks", { title: "Task", priority: "Low", ...fields })).body as {
        task: { id: string };
      }
    ).task.id;

  test("the full export has users, teams, memberships, tasks, comments and history, and no secrets", async () => {
    const { body } = await ada.call("POST", "/api/teams", { name: "Crew" });
    const teamId = (body as { team: { id: string } }).team.id;
    await ada.call("POST", `/api/teams/${teamId}/members`, { userId: bob.user.id });
    const id = await created(ada, { title: "Böse ☕", assignee_id: bob.user.id, team_id: teamId });
    await bob.call("POST", `/api/tasks/${id}/comments`, { comment: "Line\nbreak" });
    await bob.call("PATCH", `/api/tasks/${id}`, { priority: "High" });
    const lost = await created(ada, { title: "Deleted" });
    await ada.call("DELETE", `/api/tasks/${lost}`);
    const feed = (await bob.call("POST", "/api/profile/calendar")).body as { path: string };

    const answer = await ada.call("GET", "/api/export");
    const all = answer.body as Export;
    expect(answer).toMatchObject({
      status: 200,
      headers: { "content-disposition": 'attachment; filename="taskdeck-2026-03-15.json"' },
    });
    expect(all).toMatchObject({ format: "taskdeck", version: 1 });
    expect(all.users.find(({ id }) => id === bob.user.id)).toEqual({
      id: bob.user.id,
      name: "Bob",
      email: bob.user.email,
      role: "member",
      is_active: true,
      awaiting_approval: false,
      created_at: NOW.toISOString(),
    });
    expect(all.memberships).toMatchObject([{ team_id: teamId, user_id: bob.user.id }]);
    expect(all.tasks).toMatchObject([{ id, title: "Böse ☕", priority: "High", version: 2 }]);
    expect(all.comments).toMatchObject([{ task_id: id, comment: "Line\nbreak" }]);
    expect(all.history.map(({ task_id }) => task_id)).toEqual([id, id, id]);
    expect(all.history).toContainEqual(
      expect.objectContaining({
        kind: "changed",
        changes: [{ field: "priority", from: "Low", to: "High" }],
      }),
    );
    expect(all.checksums["tasks"]?.rows).toBe(1);
    const json = JSON.stringify(all);
    const sessions = [ada.sessionId, bob.sessionId, ada.refreshToken];
    const settings = await server.db.selectFrom("settings").select("value").execute();
    for (const secret of [
      "argon2id",
      feed.path,
      ...sessions,
      ...settings.map(({ value }) => value),
    ]) {
      expect(json).not.toContain(secret);
    }
  });

  test("the full export is for admins, and the audit log records it", async () => {
    expect(await bob.call("GET", "/api/export")).toMatchObject({ status: 403 });
    await ada.call("GET", "/api/export");
    const { body } = await ada.call("GET", "/api/audit");
    expect((body as { entries: unknown[] }).entries).toMatchObject([
      { action: "data.exported", actor: { name: "Ada" } },
    ]);
  });

  test("a user's own export has their account, tasks, comments, changes and sessions, and nobody else's", async () => {
    const mine = await created(bob, { title: "Mine", assignee_id: ada.user.id });
    const given = await created(ada, { title: "Given", assignee_id: bob.user.id });
    const other = await created(ada, { title: "Other", assignee_id: ada.user.id });
    for (const by of [ada, bob]) {
      await by.call("POST", `/api/tasks/${other}/comments`, { comment: `By ${by.user.name}` });
    }
    const { status, body } = await bob.call("GET", "/api/profile/export");
    const own = body as Record<string, Row[]>;
    expect(status).toBe(200);
    expect(own).toMatchObject({
      format: "taskdeck-person",
      profile: { id: bob.user.id, email: bob.user.email },
      teams: [],
      comments: [{ comment: "By Bob", task_id: other }],
      sessions: [{ created_at: NOW.toISOString(), last_used_at: NOW.toISOString() }],
    });
    expect(own["tasks"]?.map(({ id }) => id).sort()).toEqual([mine, given].sort());
    expect(own["history"]?.map(({ kind }) => kind).sort()).toEqual(["commented", "created"]);
    expect(JSON.stringify(own)).not.toMatch(/argon2|By Ada/);
    expect(JSON.stringify(own)).not.toContain(bob.sessionId);
  });

  test("refuses a user's second concurrent export, and a further one while the maximum of all users is running", async () => {
    const limit = createExportLimit(2, () => 0);
    const end = limit.begin("ada");
    expect(() => limit.begin("ada")).toThrow("still under way");
    limit.begin("bob");
    expect(() => limit.begin("eve")).toThrow("Others are exporting");
    end();
    limit.begin("eve");
  });

  test("limits a user's exports within ten minutes, but not those of other users", async () => {
    for (let count = 0; count < USER_EXPORTS_MAX; count += 1) {
      expect(await bob.call("GET", "/api/tasks/export.csv")).toMatchObject({ status: 200 });
    }
    expect(await bob.call("GET", "/api/tasks/export.csv")).toMatchObject({
      status: 429,
      headers: { "retry-after": expect.anything() },
    });
    expect(await ada.call("GET", "/api/export")).toMatchObject({ status: 200 });
  });

  test("an export ends when its client disconnects, and its database connection is free for the next one", async () => {
    const rows = Array.from({ length: 30_000 }, (_row, index) => ({
      id: `team-${index}`,
      name: "x".repeat(100),
      description: "x".repeat(400),
      created_at: NOW.toISOString(),
    }));
    for (let from = 0; from < rows.length; from += 1_000) {
      const some = rows.slice(from, from + 1_000);
      await server.db.insertInto("teams").values(some).execute();
    }
    const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const headers = { authorization: `Bearer ${ada.accessToken}` };
    const leaving = new AbortController();
    const unread = await fetch(`${address}/api/export`, { headers, signal: leaving.signal });
    expect(unread.status).toBe(200);
    expect((await ada.call("GET", "/api/export")).status).toBe(429);
    leaving.abort();
    let status = 429;
    while (status === 429) {
      await nextTurn();
      ({ status } = await ada.call("GET", "/api/export"));
    }
    expect(status).toBe(200);
  });
});

describe("a full export and its import", () => {
  let folder: string;
  let places: Place[];
  let open: Kysely<Database>[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "taskdeck-export-"));
    places = [];
    open = [];
  });
  afterEach(async () => {
    for (const db of open) await db.destroy();
    for (const { drop } of places) await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function database(): Promise<Kysely<Database>> {
    const place = await makePlace();
    places.push(place);
    await migrateDatabase(place.where);
    const db = openDatabase(place.where);
    open.push(db);
    return db;
  }

  async function exportPieces(db: Kysely<Database>): Promise<string[]> {
    const snapshot = await openSnapshot(db);
    const pieces: string[] = [];
    for await (const piece of fullExport(snapshot.db, NOW)) pieces.push(piece);
    await snapshot.close();
    return pieces;
  }

  const exportText = async (db: Kysely<Database>) => (await exportPieces(db)).join("");

  function fileWith(content: string): string {
    const file = join(folder, `${Math.random()}.json`);
    writeFileSync(file, content);
    return file;
  }

  async function demo(): Promise<Kysely<Database>> {
    const db = await database();
    await fillDemo({ db, now: () => NOW }, ignore, "harbor-lantern-42");
    return db;
  }

  test("export, import into an empty server and export give equal files", async () => {
    const source = await exportText(await demo());
    const empty = await database();
    const checksums = await importAll(empty, fileWith(source), ignore);
    expect(await exportText(empty)).toBe(source);
    expect(checksums).toEqual((JSON.parse(source) as Export).checksums);
    const users = await empty.selectFrom("users").select(["email_key", "password_hash"]).execute();
    expect(new Set(users.map(({ password_hash }) => password_hash))).toEqual(new Set([""]));
    expect(users.map(({ email_key }) => email_key)).toContain("admin@taskdeck.example");
    const checklists = await empty.selectFrom("task_checklists").selectAll().execute();
    expect(checklists.length).toBeGreaterThan(0);
    const { search_text } = await empty
      .selectFrom("tasks")
      .select("search_text")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(search_text).not.toBe("");
  });

  test("is a consistent snapshot while others write", async () => {
    const db = await demo();
    const before = await exportText(db);
    const snapshot = await openSnapshot(db);
    const pieces = fullExport(snapshot.db, NOW);
    let written = (await pieces.next()).value ?? "";
    await db.updateTable("tasks").set({ title: "Changed during the export" }).execute();
    await db.deleteFrom("comments").execute();
    for await (const piece of pieces) written += piece;
    await snapshot.close();
    expect(written).toBe(before);
    expect(await exportText(db)).toContain("Changed during the export");
  });

  test("refuses a server with data, and keeps it", async () => {
    const db = await demo();
    const source = await exportText(db);
    await expect(importAll(db, fileWith(source), ignore)).rejects.toThrow("isn't empty");
    expect(await exportText(db)).toBe(source);
  });

  test.each([
    ["is cut off", (source: string) => source.slice(0, source.length / 2), /damaged|incomplete/],
    [
      "is cut off at a line",
      (source: string) => source.split("\n").slice(0, 9).join("\n"),
      "incomplete",
    ],
    ["has a changed row", (source: string) => source.replace('"Todo"', '"Done"'), "checksums"],
    [
      "lacks a row",
      (source: string) => source.replace(/\n\{.*\},\n/, "\n"),
      /checksums|constraint/,
    ],
    ["has an unknown field", (source: string) => source.replace('{"id"', '{"x":1,"id"'), "line 3"],
    [
      "has a number as a name",
      (source: string) => source.replace(/"name":"[^"]*"/, '"name":7'),
      "line 3",
    ],
    [
      "is of a later version",
      (source: string) => source.replace('"version":1', '"version":2'),
      "version 2",
    ],
    [
      "was reformatted",
      (source: string) => JSON.stringify(JSON.parse(source), null, 2),
      "another program",
    ],
    ["is no export", () => "[]", "isn't a full export"],
    ["is empty", () => "", "incomplete"],
  ])("refuses a file that %s, and imports nothing", async (_what, damage, message) => {
    const source = await exportText(await demo());
    const empty = await database();
    await expect(importAll(empty, fileWith(damage(source)), ignore)).rejects.toThrow(message);
    expect(await empty.selectFrom("users").selectAll().execute()).toEqual([]);
  });

  test("reads a table of any size in steps of a few rows", async () => {
    const db = await database();
    for (let from = 0; from < 2_000; from += 200) {
      const rows = Array.from({ length: 200 }, (_row, index) => ({
        id: `t${String(from + index).padStart(5, "0")}`,
        name: "Team",
        description: "",
        created_at: NOW.toISOString(),
      }));
      await db.insertInto("teams").values(rows).execute();
    }
    const pieces = await exportPieces(db);
    const { teams } = JSON.parse(pieces.join("")) as Export;
    expect(teams.map(({ id }) => id)).toEqual(
      Array.from({ length: 2_000 }, (_row, index) => `t${String(index).padStart(5, "0")}`),
    );
    expect(Math.max(...pieces.map((piece) => piece.split("\n").length))).toBeLessThan(300);
  });
});

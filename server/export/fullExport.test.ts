import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { openSnapshot } from "#server/db/snapshot.ts";
import { fillDemo } from "#server/demo/demo.ts";
import { listHistory } from "#server/taskHistory/queries.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { insertRows } from "#server/testing/rows.ts";
import { testFolder } from "#server/testing/testPlace.ts";
import { checksumsByList, fullExport } from "./exportFile.ts";
import { importAll } from "./importAll.ts";

interface Export {
  checksums: Record<string, { rows: number; sha256: string }>;
  teams: { id: string }[];
  labels?: object[];
  task_labels?: object[];
  views?: object[];
  files?: object[];
}

const NOW = new Date("2026-03-15T12:00:00.000Z");
/** Its texts are hard to quote or to sort, long, or empty. */
const OLD = resolve(import.meta.dirname, "../testing/oldVersions/rows.export.json.gz");
const ignore = () => undefined;
const TASK = {
  title: "Task",
  description: "",
  status: "Todo",
  priority: "Low",
  due_date: null,
  assignee_id: null,
  team_id: null,
  created_by: null,
  created_at: NOW.toISOString(),
  updated_at: NOW.toISOString(),
  status_changed_at: NOW.toISOString(),
} as const;

describe("a full export and its import", () => {
  const inFolder = testFolder();
  const places: Place[] = [];
  const open: Kysely<Database>[] = [];
  let exported = "";

  afterEach(async () => {
    for (const db of open.splice(0)) await db.destroy();
    for (const { drop } of places.splice(0)) await drop();
  });

  async function database(): Promise<Kysely<Database>> {
    const place = await makePlace({ hasTables: true });
    places.push(place);
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
    const file = inFolder(`${Math.random()}.json`);
    writeFileSync(file, content);
    return file;
  }

  async function demo(): Promise<Kysely<Database>> {
    const db = await database();
    await fillDemo({ db, now: () => NOW }, ignore, "harbor-lantern-42");
    return db;
  }

  /** The export of the demo data, which many tests read. */
  const demoExport = async () => (exported ||= await exportText(await demo()));

  test("an earlier version's export is imported without passwords, and exported again with the same lists", async () => {
    const old = gunzipSync(readFileSync(OLD)).toString();
    const empty = await database();
    const checksums = await importAll(empty, fileWith(old), ignore);
    expect(checksumsByList(checksums)).toEqual((JSON.parse(old) as Export).checksums);
    const { labels, task_labels, views, files, ...again } = JSON.parse(
      await exportText(empty),
    ) as Export;
    expect([labels, task_labels, views, files]).toEqual([[], [], [], []]);
    expect(again).toEqual({
      ...(JSON.parse(old) as Export),
      version: 4,
      checksums: expect.objectContaining((JSON.parse(old) as Export).checksums),
    });
    const users = await empty.selectFrom("users").select(["email_key", "password_hash"]).execute();
    expect(new Set(users.map(({ password_hash }) => password_hash))).toEqual(new Set([""]));
    expect(users.map(({ email_key }) => email_key)).not.toContain("");
    const tasks = await empty.selectFrom("tasks").select("search_text").execute();
    expect(tasks.map(({ search_text }) => search_text)).not.toContain("");
  });

  test("keep labels, and the order of a task's history, which is not that of its ids", async () => {
    const source = await database();
    const change = { details: "{}", fields: "[]", audited: 0, team_id: null };
    const by = { actor_id: "ada", actor_name: "Ada" };
    const subject = { subject_kind: "task", subject_id: "3", subject_name: "Task" } as const;
    await source
      .insertInto("tasks")
      .values(Object.assign({ id: "3" }, TASK))
      .execute();
    for (const [id, minute, kind] of [
      ["3", 0, "task.created"],
      ["1", 0, "comment.created"],
      ["4", 1, "comment.changed"],
      ["2", 2, "comment.deleted"],
    ] as const) {
      const at = new Date(NOW.getTime() + minute * 60_000).toISOString();
      const row = { id, at, kind, ...by, ...subject, ...change };
      await source.insertInto("changes").values(row).execute();
    }
    const label = {
      id: "l",
      name: "Bug",
      name_key: "bug",
      search_text: "bug",
      color: "red",
    } as const;
    const whole = { ...label, created_at: NOW.toISOString(), root_id: "l" };
    await source.insertInto("labels").values(whole).execute();
    await source.insertInto("task_labels").values({ task_id: "3", label_id: "l" }).execute();
    const empty = await database();
    await importAll(empty, fileWith(await exportText(source)), ignore);
    expect(await empty.selectFrom("labels").selectAll().execute()).toMatchObject([whole]);
    expect(await empty.selectFrom("task_labels").selectAll().execute()).toEqual([
      { task_id: "3", label_id: "l" },
    ]);
    const { entries } = await listHistory(empty, "3", 50);
    expect(entries).toHaveLength(4);
    expect(entries).toEqual((await listHistory(source, "3", 50)).entries);
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
    ["has a reformatted row", (source: string) => source.replace('{"id"', '{ "id"'), "line 3"],
    ["has an unknown field", (source: string) => source.replace('{"id"', '{"x":1,"id"'), "line 3"],
    [
      "has a number as a name",
      (source: string) => source.replace(/"name":"[^"]*"/, '"name":7'),
      "line 3",
    ],
    [
      "is of a later version",
      (source: string) => source.replace('"version":4', '"version":5'),
      "version 5",
    ],
    [
      "was reformatted",
      (source: string) => JSON.stringify(JSON.parse(source), null, 2),
      "another program",
    ],
    ["goes on after its end", (source: string) => `${source}[]\n`, "goes on after its end"],
    ["is no export", () => "[]", "isn't a full export"],
    ["is empty", () => "", "incomplete"],
  ])("refuses a file that %s, and imports nothing", async (_what, damage, message) => {
    const source = await demoExport();
    const empty = await database();
    await expect(importAll(empty, fileWith(damage(source)), ignore)).rejects.toThrow(message);
    expect(await empty.selectFrom("users").selectAll().execute()).toEqual([]);
  });

  test("reads a table of any size in steps of a few rows", async () => {
    const db = await database();
    const ids = Array.from({ length: 2_000 }, (_row, at) => `t${String(at).padStart(5, "0")}`);
    const team = { name: "Team", description: "", created_at: NOW.toISOString() };
    await insertRows(
      db,
      "teams",
      ids.map((id) => Object.assign({ id }, team)),
    );
    const pieces = await exportPieces(db);
    const { teams } = JSON.parse(pieces.join("")) as Export;
    expect(teams.map(({ id }) => id)).toEqual(ids);
    expect(Math.max(...pieces.map((piece) => piece.split("\n").length))).toBeLessThan(300);
  });
});

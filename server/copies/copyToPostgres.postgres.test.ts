import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Kysely } from "kysely";
import { DERIVED_PREFIXES, TABLES } from "#server/db/backup/tables.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { CopyRefused } from "#server/db/rows/copyRows.ts";
import type { Database } from "#server/db/schema.ts";
import { fillDemo } from "#server/demo/demo.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { killServers, runServer, runTaskdeck, serverOn } from "#server/testing/process.ts";
import { copyToPostgres } from "./copyToPostgres.ts";

const ODD = [
  "🦄 family 👩‍👩‍👧‍👦, e\u0301 and é",
  `"double", 'single', \`back\`, $1, {braces}, \\backslash\\, NULL, null`,
  "line one\nline two\r\n\ttab",
  "",
  "\u202eright to left\u202c \u0001\u007f",
  "long ".repeat(20_000),
];

let folder: string;
let url: string;
let drop: () => Promise<void>;
let source: Kysely<Database>;
let target: Kysely<Database>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "taskdeck-copy-"));
  const server = String(process.env["TEST_DATABASE_URL"]);
  ({ url, drop } = await createTestDatabase(server, { template: false }));
  target = openDatabase(url);
  source = openDatabase(folder);
  await migrate(source);
  await fillDemo({ db: source, now: () => new Date("2026-03-15T12:00:00Z") }, () => undefined);
  const task = await source.selectFrom("tasks").selectAll().executeTakeFirstOrThrow();
  const odd = ODD.map((text, index) =>
    Object.assign({}, task, { id: `odd-${index}`, title: text, description: text, due_date: null }),
  );
  await source.insertInto("tasks").values(odd).execute();
  const none = { created_at: task.created_at, created_by: null, color: "red" as const };
  const label = (id: string, name: string, root_id: string | null) =>
    Object.assign({ id, name, name_key: name, search_text: name, root_id }, none, {
      deleted_at: root_id === id ? null : task.created_at,
      merged_into: root_id === id ? null : root_id,
    });
  await source
    .insertInto("labels")
    .values([label("a", "odd", "a"), label("b", "strange", "a"), label("c", "gone", null)])
    .execute();
  await source
    .insertInto("task_labels")
    .values(["a", "b", "c"].map((label_id) => ({ task_id: "odd-0", label_id })))
    .execute();
});
afterEach(async () => {
  await source.destroy();
  await target.destroy();
  await drop();
  rmSync(folder, { recursive: true });
});

const copy = (onProgress: () => void = () => undefined) =>
  copyToPostgres(folder, target, { name: "the new database", onProgress });

const tablesOf = async (db: Kysely<Database>) =>
  (await db.introspection.getTables()).map(({ name }) => name).sort();

/** All rows of a database, by table. */
async function contents(db: Kysely<Database>) {
  const rows = await Promise.all(
    TABLES.map((table) => db.selectFrom(table).selectAll().execute() as Promise<object[]>),
  );
  // Sorts the columns, so that equal rows give equal texts.
  const text = (row: object) => JSON.stringify(row, Object.keys(row).sort());
  return rows.map((all) => all.map(text).sort());
}

/** Hashes of the database's files. */
const fingerprints = () => {
  const names = readdirSync(folder).filter((name) => name.startsWith("taskdeck.db"));
  return names.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name, createHash("sha256").update(bytes).digest("hex")];
  });
};

const command = () => runTaskdeck({ DATA_DIR: folder, DATABASE_URL: url }, ["migrate-postgres"]);

test("copies all rows, leaves the source unchanged and marked as moved, and refuses a second run", async () => {
  const before = await contents(source);
  await source.destroy();
  const files = fingerprints();

  const { code, output } = await command();
  expect(code).toBe(0);
  expect(output).toContain("tasks: 66 of 66 rows");
  expect(output).not.toContain("postgres:postgres");
  expect(await contents(target)).toEqual(before);
  expect(fingerprints()).toEqual(files);

  const moved =
    /the data of DATA_DIR \(.*\) was moved to the database of DATABASE_URL \(.*\) on 20\S+Z: set DATABASE_URL\. To use the folder's old data again, delete (\S+)\n$/;
  for (const args of [
    ["migrate-postgres"],
    ["backup"],
    ["admin", "ada@x.org"],
    ["import-all", "x"],
  ]) {
    const env = args.length === 1 && args[0] !== "backup" ? { DATABASE_URL: url } : {};
    const refused = await runTaskdeck({ DATA_DIR: folder, ...env }, args);
    expect([args, refused]).toEqual([
      args,
      { code: 1, output: expect.stringMatching(moved) as unknown },
    ]);
  }
  const server = runServer({ DATA_DIR: folder });
  expect(await server.exit).toEqual([1, null]);
  const [, mark = ""] = moved.exec(server.output()) ?? [];
  rmSync(mark);
  expect(await command()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\nNothing was copied: The target isn't empty/) as unknown,
  });
  expect(await contents(target)).toEqual(before);
  expect(fingerprints()).toEqual(files);
});

test("refuses a folder that a server uses, even if the server is idle", async () => {
  await source.destroy();
  await serverOn({ DATA_DIR: folder });
  const refused = {
    code: 1,
    output: expect.stringContaining("another Taskdeck server uses") as unknown,
  };
  expect(await command()).toEqual(refused);
  expect(await tablesOf(target)).toEqual([]);
  expect(await runTaskdeck({ DATA_DIR: folder }, ["import-all", "x"])).toEqual(refused);
  await killServers();
});

test("copies the changes in a killed server's write-ahead log", async () => {
  // The source is still open, so the unusual texts are only in the write-ahead log.
  expect(readdirSync(folder)).toContain("taskdeck.db-wal");
  await copy();
  expect(await contents(target)).toEqual(await contents(source));
});

test("refuses a source that changes during the copy, and leaves the target empty", async () => {
  const file = join(folder, "taskdeck.db");
  const { DatabaseSync } = await import("node:sqlite");
  const writer = new DatabaseSync(file);
  const copying = copy(() => writer.exec("delete from comments"));
  await expect(copying).rejects.toThrow("changed during the copy");
  writer.close();
  expect(await tablesOf(target)).toEqual([]);
});

test("names a row that PostgreSQL refuses, and leaves the target empty", async () => {
  const bad = source.updateTable("tasks").where("id", "=", "odd-3");
  await bad.set({ title: "a\0b" }).execute();
  await expect(copy()).rejects.toThrow('"title" of the row odd-3 has a U+0000');
  await expect(copy()).rejects.toThrow(CopyRefused);
  expect(await tablesOf(target)).toEqual([]);
  await bad.set({ title: "fine", priority: "Low", version: 1.5 }).execute();
  await expect(copy()).rejects.toThrow('PostgreSQL refuses rows of "tasks"');
  expect(await tablesOf(target)).toEqual([]);
});

test("refuses a folder without a database, and one of another version", async () => {
  const options = { name: "", onProgress: () => undefined };
  await expect(copyToPostgres("/nowhere", target, options)).rejects.toThrow(CopyRefused);
  const { DatabaseSync } = await import("node:sqlite");
  const writer = new DatabaseSync(join(folder, "taskdeck.db"));
  writer.exec("insert into kysely_migration values ('9999_later', '2027-01-01T00:00:00Z')");
  writer.close();
  await expect(copy()).rejects.toThrow("Another version");
});

test("TABLES lists every table", async () => {
  const own = (name: string) => !DERIVED_PREFIXES.some((start) => name.startsWith(start));
  expect([...TABLES].sort()).toEqual((await tablesOf(source)).filter(own));
});

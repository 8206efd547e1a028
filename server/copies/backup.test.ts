import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { backUp } from "#server/db/backup/backup.ts";
import { TABLES, tableChecksums } from "#server/db/backup/tables.ts";
import { databaseFile } from "#server/db/folder.ts";
import { migrate, migrateFile, migrationNames } from "#server/db/migrate.ts";
import { isPostgres, openDatabase } from "#server/db/open.ts";
import { fillDemo } from "#server/demo/demo.ts";
import type { Place } from "#server/testing/place.ts";
import { callServer, PASSWORD, register, runTaskdeck, serverOn } from "#server/testing/process.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";
import { emptyLedger, lostFrom, writersUntil } from "#server/testing/writers.ts";
import { restoreToFolder } from "./restoreToFolder.ts";
import { restoreToPostgres } from "./restoreToPostgres.ts";

const inFolder = testFolder();
const source = testPlace({ hasTables: true });
const target = testPlace();

const silent = () => undefined;

const command = (name: "backup" | "restore", { env }: Place, ...args: string[]) =>
  runTaskdeck(env, [name, ...args]);

/** The lines with checksums in a command's output. */
const printedChecksums = ({ output }: { output: string }) =>
  output.match(/^ {2}\w+ +\d+ {2}sha256 \w+$/gm);

const restore = (file: string, { where }: Place, replace = false) => {
  const options = {
    replace,
    keepAs: inFolder("kept.db"),
    dataDir: inFolder("data"),
    onProgress: silent,
  };
  return isPostgres(where)
    ? restoreToPostgres(file, where, options)
    : restoreToFolder(file, where, options);
};

/** Fills a database with the demo data. */
async function fill({ where }: Place): Promise<void> {
  const db = openDatabase(where);
  await migrate(db);
  await fillDemo({ db, now: () => new Date("2026-03-15T12:00:00Z") }, silent);
  await db.destroy();
}

test("a backup during writes has every change acknowledged before it, and its restore starts a server, under which none is restored", async () => {
  const server = await serverOn(source.env);
  const { base } = server;
  const { accessToken: token, user } = await register(base);
  const ledger = emptyLedger();
  const file = inFolder("backup.db");
  let before = 0;
  let output = { code: 1, output: "" };
  await writersUntil({ base, token, ledger }, 60, async () => {
    ledger.isBackupRunning = true;
    before = ledger.count;
    output = await command("backup", source, file);
    server.child.kill("SIGTERM");
  });
  expect(await server.exit).toEqual([0, null]);
  expect(output.code).toBe(0);
  expect(ledger.count).toBeGreaterThan(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(inFolder())).toEqual(["backup.db"]);

  const restored = await command("restore", target, file);
  expect(restored.code).toBe(0);
  expect(printedChecksums(restored)).toHaveLength(TABLES.length);
  expect(printedChecksums(restored)).toEqual(printedChecksums(output));
  expect(await lostFrom(target.where, ledger)).toEqual([]);

  const other = await serverOn(target.env);
  const login = { body: { email: user.email, password: PASSWORD } };
  const signedIn = await callServer(`${other.base}/api/auth/login`, login);
  const { accessToken } = signedIn.body as SessionResponse;
  const rows = /^ {2}tasks +(\d+)/m.exec(restored.output)?.[1];
  const search = `${other.base}/api/tasks/search?search=writers`;
  const { body } = await callServer(search, { token: accessToken });
  expect(body).toMatchObject({ pagination: { total: Number(rows) } });
  expect(await command("restore", target, file, "--replace")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Nothing was restored: .* server uses/m) as unknown,
  });
  await writersUntil({ base: other.base, token: accessToken, ledger: emptyLedger() }, 20, () => {
    other.child.kill("SIGTERM");
  });
}, 180_000);

test("a restore refuses to replace a database; with --replace it renames the old one", async () => {
  await fill(source);
  await fill(target);
  const [first, second] = [inFolder("first.db"), inFolder("second.db")];
  const before = await backUp(source.where, first, silent);
  const old = await backUp(target.where, second, silent);
  expect(await command("restore", target, first)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Nothing was restored: .*(already|isn't empty)/m) as unknown,
  });

  const { checksums, kept } = await restore(first, target, true);
  expect(checksums).toEqual(before);
  const again = inFolder("again.db");
  expect(await backUp(target.where, again, silent)).toEqual(before);
  const database = new DatabaseSync(String(kept), { readOnly: true });
  expect(await tableChecksums(database)).toEqual(old);
  database.close();
});

test("a backup of an older version's database is migrated, one of a newer version's is refused", async () => {
  const older = inFolder("old");
  mkdirSync(older);
  await migrateFile(databaseFile(older), migrationNames[0]);
  const file = inFolder("older.db");
  await backUp(older, file, silent);
  expect(await restore(file, target)).toMatchObject({ migrated: true });

  const backup = new DatabaseSync(file);
  backup.exec("insert into kysely_migration values ('9999_later', '2027-01-01T00:00:00Z')");
  backup.close();
  await expect(restore(file, source)).rejects.toThrow(/newer version of Taskdeck \(9999_later\)/);
});

test("a restore refuses damaged backups and other files, and changes nothing", async () => {
  await fill(source);
  const file = inFolder("backup.db");
  await backUp(source.where, file, silent);
  const bytes = readFileSync(file);

  const make = (name: string, content: Buffer | string) => {
    writeFileSync(inFolder(name), content);
    return inFolder(name);
  };
  // SQLite doesn't detect a changed letter in a text.
  const text = bytes.toString("latin1").replaceAll("$argon2id$", "$argon2ix$");
  const changed = Buffer.from(text, "latin1");
  await migrateFile(inFolder("plain.db"));
  const refused: [file: string, reason: RegExp][] = [
    [inFolder("absent.db"), /There is no file/],
    [make("text.db", "It was a dark and stormy night. ".repeat(100)), /isn't a Taskdeck backup/],
    [make("empty.db", ""), /isn't a backup that/],
    [inFolder("plain.db"), /isn't a backup that/],
    [make("half.db", bytes.subarray(0, bytes.length / 2)), /damaged|can't be read/],
    [make("changed.db", changed), /is damaged: the rows of "users" have changed/],
  ];
  for (const [name, reason] of refused) await expect(restore(name, target)).rejects.toThrow(reason);
  expect(await command("restore", target)).toMatchObject({
    code: 1,
    output: expect.stringContaining("use it as taskdeck restore <file>") as unknown,
  });
  await restore(file, target);
});

test("a backup overwrites no file, and leaves no partial file", async () => {
  expect(await command("backup", target, inFolder("none.db"))).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^Nothing was backed up: .*(no|not a Taskdeck) database/im,
    ) as unknown,
  });
  expect(readdirSync(inFolder())).toEqual([]);
  await fill(source);
  writeFileSync(inFolder("taken.db"), "mine");
  await expect(backUp(source.where, inFolder("taken.db"), silent)).rejects.toThrow(
    "already exists",
  );
  expect(readFileSync(inFolder("taken.db"), "utf8")).toBe("mine");

  // The next backup deletes the files of a killed backup once they are old.
  const [dead, alive] = ["a.db.partial-0123abcd", "b.db.partial-12"].map(inFolder) as [
    string,
    string,
  ];
  for (const name of [dead, `${dead}-journal`, alive]) writeFileSync(name, "");
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const name of [dead, `${dead}-journal`]) utimesSync(name, yesterday, yesterday);
  await backUp(source.where, inFolder("next.db"), silent);
  expect(readdirSync(inFolder()).sort()).toEqual(["b.db.partial-12", "next.db", "taken.db"]);

  const dated = { ...source, env: { DATA_DIR: inFolder("data"), ...source.env } };
  expect((await command("backup", dated)).output).toMatch(
    /backups\/taskdeck-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db\./,
  );
});

/** The columns of each table of a backup, and its line in the manifest. */
function tablesOf(file: string): Map<string, unknown[]> {
  using database = new DatabaseSync(file, { readOnly: true });
  const columns = database.prepare("select name from pragma_table_info(?)");
  const manifest = database.prepare("select * from taskdeck_backup").all();
  const tables = manifest.map((line): [string, unknown[]] => {
    const table = String(line["table"]);
    return [table, [Object.assign({}, line), columns.all(table).map(({ name }) => name)]];
  });
  return new Map(tables);
}

/*
 * The backup was written before backups, exports and copies shared one reader and one writer. Its rows
 * have nulls, numbers up to 2^53, long texts, and texts that are hard to quote or to sort.
 */
test("a backup that an earlier version wrote is restored, and a new backup has the same rows", async () => {
  const [file, again] = [inFolder("old.db"), inFolder("again.db")];
  const old = join(import.meta.dirname, "../testing/oldVersions/rows.backup.db.gz");
  writeFileSync(file, gunzipSync(readFileSync(old)));
  await restore(file, target);
  await backUp(target.where, again, silent);
  const [before, after] = [tablesOf(file), tablesOf(again)];
  // A later migration may have changed the columns of some tables, and a restore ends all sessions. The
  // comments of deleted tasks are in the table of the others now.
  const unchanged = [...before].filter(
    ([table, [, columns]]) =>
      !table.endsWith("sessions") &&
      table !== "comments" &&
      String(after.get(table)?.[1]) === String(columns),
  );
  const rowsOf = (tables: typeof before, name: string) =>
    Object(tables.get(name)?.[0]) as { rows: number };
  expect(rowsOf(after, "comments").rows).toBe(
    rowsOf(before, "comments").rows + rowsOf(before, "deleted_comments").rows,
  );
  expect(unchanged.length).toBeGreaterThan(before.size / 2);
  for (const [table, lineAndColumns] of unchanged) {
    expect(after.get(table)).toEqual(lineAndColumns);
  }
});

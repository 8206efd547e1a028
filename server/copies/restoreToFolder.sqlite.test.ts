import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "@jest/globals";
import { backUp } from "#server/db/backup/backup.ts";
import { databaseFile } from "#server/db/folder.ts";
import { testFolder, testPlace } from "#server/testing/testPlace.ts";
import { restoreToFolder } from "./restoreToFolder.ts";

const place = testPlace({ hasTables: true });
const inBackups = testFolder();
let folder: string;
let backup: string;

beforeEach(async () => {
  folder = place.where;
  backup = inBackups("backup.db");
  await backUp(folder, backup, () => undefined);
});

const leftovers = () =>
  readdirSync(folder).filter((name) => !/^(taskdeck\.db|server\.lock)$/.test(name));

test("the replaced database keeps the changes in its write-ahead log", async () => {
  const killed = new DatabaseSync(databaseFile(folder));
  killed.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0");
  killed.exec("insert into teams values ('1', 'Crew', '', '2026-01-01')");
  const parts = ["", "-wal"].map((end) => [end, readFileSync(`${databaseFile(folder)}${end}`)]);
  killed.close();
  rmSync(`${databaseFile(folder)}-shm`, { force: true });
  for (const [end, bytes] of parts)
    writeFileSync(`${databaseFile(folder)}${String(end)}`, bytes ?? "");

  const { kept } = await restoreToFolder(backup, folder, { replace: true });
  const replaced = new DatabaseSync(String(kept), { readOnly: true });
  expect(replaced.prepare("select name from teams").all()).toEqual([{ name: "Crew" }]);
  replaced.close();
  const restored = new DatabaseSync(databaseFile(folder), { readOnly: true });
  expect(restored.prepare("select name from teams").all()).toEqual([]);
  restored.close();
});

test("clients can't resume by the numbers of the replaced database", async () => {
  const add = "insert into settings values ('changes_epoch', 'before')";
  const source = new DatabaseSync(databaseFile(folder));
  source.exec(add);
  rmSync(backup);
  await backUp(folder, backup, () => undefined);
  source.close();
  await restoreToFolder(backup, folder, { replace: true });
  using restored = new DatabaseSync(databaseFile(folder), { readOnly: true });
  expect(restored.prepare("select value from settings").all()).toEqual([]);
});

test("a damaged database is replaced, and kept unchanged with its log", async () => {
  const [broken, log] = ["It was a dark night. ".repeat(500), "and stormy"];
  writeFileSync(databaseFile(folder), broken);
  writeFileSync(`${databaseFile(folder)}-wal`, log);
  const { kept } = await restoreToFolder(backup, folder, { replace: true });
  expect(readFileSync(String(kept), "utf8")).toBe(broken);
  expect(readFileSync(`${kept}-wal`, "utf8")).toBe(log);
  expect(leftovers().filter((name) => !name.startsWith("taskdeck.db.replaced-"))).toEqual([]);
  expect(statSync(databaseFile(folder)).mode & 0o777).toBe(0o600);
});

test("a restore deletes the files of a killed restore", async () => {
  writeFileSync(`${databaseFile(folder)}.restoring`, "half");
  writeFileSync(`${databaseFile(folder)}.restoring-journal`, "of it");
  await restoreToFolder(backup, folder, { replace: true });
  expect(leftovers().filter((name) => name.includes("restoring"))).toEqual([]);
});

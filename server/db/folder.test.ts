import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { claimFolder, makeDatabaseFile, networkFileSystem } from "./folder.ts";
import { migrateDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";

let parent: string;
const mode = (...names: string[]) => statSync(join(parent, ...names)).mode & 0o777;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "taskdeck-folder-"));
  chmodSync(parent, 0o755);
});
afterEach(() => rmSync(parent, { recursive: true }));

test("a folder and a database that are made are for their owner alone", async () => {
  const folder = join(parent, "above", "data");
  const release = claimFolder(folder);
  await migrateDatabase(folder);
  const db = openDatabase(folder);
  await db.deleteFrom("users").execute();
  expect([mode("above", "data"), mode("above", "data", "taskdeck.db")]).toEqual([0o700, 0o600]);
  expect(mode("above", "data", "taskdeck.db-wal")).toBe(0o600);
  await db.destroy();
  release();
});

test("those that are there keep what an operator has given them", () => {
  const folder = join(parent, "data");
  const file = makeDatabaseFile(folder);
  chmodSync(folder, 0o750);
  chmodSync(file, 0o640);
  expect(makeDatabaseFile(folder)).toBe(file);
  expect([mode("data"), mode("data", "taskdeck.db")]).toEqual([0o750, 0o640]);
});

test("a network file system is known by its type; a local one is none", () => {
  expect(networkFileSystem(parent)).toBeUndefined();
  expect(networkFileSystem(parent, () => 0x6969)).toBe("NFS");
  expect(networkFileSystem(parent, () => 0xff534d42)).toBe("SMB");
});

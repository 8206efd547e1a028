import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import { restoreToFolder } from "#server/copies/restoreToFolder.ts";
import { testFolder } from "#server/testing/testPlace.ts";
import { backUp } from "./backup/backup.ts";
import { claimFolder, createDatabaseFile, networkFileSystem } from "./folder.ts";
import { migrateDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";

const inParent = testFolder();
const mode = (...names: string[]) => statSync(inParent(join(...names))).mode & 0o777;

beforeEach(() => chmodSync(inParent(), 0o755));

test("a new folder is readable for its owner only", () => {
  const folder = inParent("above/data");
  claimFolder(folder)();
  expect(mode("above", "data")).toBe(0o700);
});

test("in a world-readable folder, new files are readable for their owner only", async () => {
  const folder = inParent("data");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  // Older versions created the lock with this mode.
  writeFileSync(join(folder, "server.lock"), "");
  chmodSync(join(folder, "server.lock"), 0o644);
  const umask = process.umask(0);
  try {
    const release = claimFolder(folder);
    await migrateDatabase(folder);
    const db = openDatabase(folder);
    await db.deleteFrom("users").execute();
    await backUp(folder, join(folder, "backups", "one.db"), () => undefined);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(names).toHaveLength(7);
    for (const name of names) {
      expect([name, mode("data", name)]).toEqual([name, name === "backups" ? 0o700 : 0o600]);
    }
    await db.destroy();
    release();
    await restoreToFolder(join(folder, "backups", "one.db"), folder, { replace: true });
    for (const name of readdirSync(folder)) expect(mode("data", name) & 0o077).toBe(0);
  } finally {
    process.umask(umask);
  }
});

test("an existing folder and database keep their modes", () => {
  const folder = inParent("data");
  const file = createDatabaseFile(folder);
  chmodSync(folder, 0o750);
  chmodSync(file, 0o640);
  expect(createDatabaseFile(folder)).toBe(file);
  expect([mode("data"), mode("data", "taskdeck.db")]).toEqual([0o750, 0o640]);
});

test("detects network file systems by their type", () => {
  expect(networkFileSystem(inParent())).toBeUndefined();
  expect(networkFileSystem(inParent(), () => 0x6969)).toBe("NFS");
  expect(networkFileSystem(inParent(), () => 0xff534d42)).toBe("SMB");
});

test.each([
  ["taskdeck.db-wal", "taskdeck.db-wal", "changes"],
  ["backups/taskdeck-2026-11-28T00-00-00Z.db", "backups/taskdeck-2026-11-28T00-00-00Z.db", "rows"],
])("a missing or empty database beside %s stops the start", (name, found, content) => {
  const folder = inParent("data");
  mkdirSync(join(folder, "backups"), { recursive: true });
  writeFileSync(join(folder, name), content);
  for (const text of [undefined, ""]) {
    if (text !== undefined) writeFileSync(join(folder, "taskdeck.db"), text);
    expect(() => openDatabase(folder)).toThrow(
      expect.objectContaining({
        name: "FolderUnusable",
        message: expect.stringMatching(
          `taskdeck.db is missing or empty, but .*${found} exists`,
        ) as unknown,
      }),
    );
  }
  rmSync(join(folder, name));
  createDatabaseFile(folder);
});

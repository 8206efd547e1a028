import { expect, test } from "@jest/globals";
import { sqliteCode, told } from "./sqliteError.ts";
import { DatabaseUnavailable, StorageRefused, understood } from "./unavailable.ts";

const postgres = (code: string) =>
  Object.assign(new Error("No space left on device"), { code, severity: "ERROR", detail: "a row" });

/** As `node:sqlite` throws it. */
const sqlite = (errcode: number) => Object.assign(new Error("disk I/O error"), { errcode });

test("SQLSTATE 53100 means that nothing can be stored", () => {
  expect(understood(postgres("53100"))).toBeInstanceOf(StorageRefused);
});

test.each(["53200", "57P03", "25006"])("SQLSTATE %s means that the database is away", (code) => {
  expect(understood(postgres(code))).toBeInstanceOf(DatabaseUnavailable);
});

const toldOf = (failure: unknown) => () =>
  told(() => {
    throw failure;
  });

test.each([
  ["the disk is full", 13],
  ["the database is read-only", 8],
  ["a write fails", 778],
  ["the log has no room", 4874],
  ["the folder is read-only", 1544],
])("nothing can be stored: %s (SQLite's %i)", (_disk, code) => {
  expect(toldOf(sqlite(code))).toThrow(StorageRefused);
});

test.each([
  ["locked", 5],
  ["unreadable", 266],
])("a database that is %s is away (SQLite's %i)", (_database, code) => {
  expect(toldOf(sqlite(code))).toThrow(DatabaseUnavailable);
});

test("what breaks a rule stays what it is", () => {
  const broken = sqlite(2067);
  expect(toldOf(broken)).toThrow(broken);
  expect(sqliteCode(broken)).toBe(2067);
  const other = new TypeError("no");
  expect(toldOf(other)).toThrow(other);
});

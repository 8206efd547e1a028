import { expect, test } from "@jest/globals";
import { convertingErrors, sqliteCode } from "./sqlite/sqliteError.ts";
import { convertPostgresError, DatabaseUnavailable, StorageRefused } from "./unavailable.ts";

const postgres = (code: string) =>
  Object.assign(new Error("No space left on device"), { code, severity: "ERROR", detail: "a row" });

/** An error as `node:sqlite` throws it. */
const sqlite = (errcode: number) => Object.assign(new Error("disk I/O error"), { errcode });

test("PostgreSQL's SQLSTATE 53100 is StorageRefused", () => {
  expect(convertPostgresError(postgres("53100"))).toBeInstanceOf(StorageRefused);
});

test.each(["53200", "57P03", "25006"])(
  "PostgreSQL's SQLSTATE %s is DatabaseUnavailable",
  (code) => {
    expect(convertPostgresError(postgres(code))).toBeInstanceOf(DatabaseUnavailable);
  },
);

const failWith = (failure: unknown) => () =>
  convertingErrors(() => {
    throw failure;
  });

test.each([
  ["the disk is full", 13],
  ["the database is read-only", 8],
  ["a write fails", 778],
  ["the log has no room", 4874],
  ["the folder is read-only", 1544],
])("StorageRefused if %s (SQLite's code %i)", (_disk, code) => {
  expect(failWith(sqlite(code))).toThrow(StorageRefused);
});

test.each([
  ["locked", 5],
  ["unreadable", 266],
])("DatabaseUnavailable if the file is %s (SQLite's code %i)", (_database, code) => {
  expect(failWith(sqlite(code))).toThrow(DatabaseUnavailable);
});

test("other errors are thrown unchanged", () => {
  const broken = sqlite(2067);
  expect(failWith(broken)).toThrow(broken);
  expect(sqliteCode(broken)).toBe(2067);
  const other = new TypeError("no");
  expect(failWith(other)).toThrow(other);
});

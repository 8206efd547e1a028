import { expect, test } from "@jest/globals";
import { convertingErrors } from "./sqlite/sqliteError.ts";
import { convertPostgresError, DatabaseUnavailable, StorageRefused } from "./unavailable.ts";

/** An error as PostgreSQL's driver throws it. */
const postgres = (code: string) =>
  convertPostgresError(Object.assign(new Error("No space left"), { code, severity: "ERROR" }));

/** What is thrown instead of an error of `node:sqlite`. */
function sqlite(errcode: number): unknown {
  try {
    return convertingErrors(() => {
      throw Object.assign(new Error("disk I/O error"), { errcode });
    });
  } catch (failure) {
    return failure;
  }
}

test.each([
  ["PostgreSQL's disk is full", postgres("53100"), StorageRefused],
  ["PostgreSQL is out of memory", postgres("53200"), DatabaseUnavailable],
  ["PostgreSQL starts", postgres("57P03"), DatabaseUnavailable],
  ["PostgreSQL is read-only", postgres("25006"), DatabaseUnavailable],
  ["the disk is full", sqlite(13), StorageRefused],
  ["the file is read-only", sqlite(8), StorageRefused],
  ["a write fails", sqlite(778), StorageRefused],
  ["the log has no room", sqlite(4874), StorageRefused],
  ["the folder is read-only", sqlite(1544), StorageRefused],
  ["the file is locked", sqlite(5), DatabaseUnavailable],
  ["the file is unreadable", sqlite(266), DatabaseUnavailable],
  ["a row is not unique", sqlite(2067), Error],
])("if %s, the error has its kind", (_what, failure, kind) => {
  expect((failure as Error).constructor).toBe(kind);
});

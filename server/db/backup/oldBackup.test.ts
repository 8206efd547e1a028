import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { isPostgres } from "#server/db/open.ts";
import { makePlace, type Place } from "#server/testing/place.ts";
import { backUp } from "./backup.ts";
import { restoreToFolder } from "./restoreToFolder.ts";
import { restoreToPostgres } from "./restoreToPostgres.ts";

const OLD = resolve(import.meta.dirname, "../../testing/oldVersions/rows.backup.db.gz");
const silent = () => undefined;

let folder: string;
let place: Place;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "taskdeck-old-backup-"));
  place = await makePlace();
});
afterEach(async () => {
  await place.drop();
  rmSync(folder, { recursive: true });
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
  const [file, again] = [join(folder, "old.db"), join(folder, "again.db")];
  writeFileSync(file, gunzipSync(readFileSync(OLD)));
  const options = { replace: false, keepAs: "", onProgress: silent };
  await (isPostgres(place.where)
    ? restoreToPostgres(file, place.where, options)
    : restoreToFolder(file, place.where, options));
  await backUp(place.where, again, silent);
  const [before, after] = [tablesOf(file), tablesOf(again)];
  // A later migration may have changed the columns of some tables.
  const unchanged = [...before].filter(
    ([table, [, columns]]) => String(after.get(table)?.[1]) === String(columns),
  );
  expect(unchanged.length).toBeGreaterThan(before.size / 2);
  for (const [table, lineAndColumns] of unchanged) {
    expect(after.get(table)).toEqual(lineAndColumns);
  }
});

import type { Kysely } from "kysely";
import { streamRows, type TableChecksum } from "#server/db/rows/copyRows.ts";
import { type Row, readRows } from "#server/db/rows/readRows.ts";
import type { Database } from "#server/db/schema.ts";
import { SECTIONS, type Section } from "./tables.ts";

export const FORMAT = "taskdeck";
/** Version 1 had no labels, version 2 no views, version 3 no files. */
export const FORMAT_VERSION = 4;

/** A row is a line, which ends with a line break in the checksum of its list. */
export const LINES = { encode: lineOf, separator: "\n" };

/** A row as it is exported: flags are true or false, JSON is the value that it holds. */
function lineOf(row: Row, { kinds }: Section): string {
  const entries = Object.entries(kinds).map(([name, kind]) => {
    const value = row[name] ?? null;
    if (kind === "flag") return [name, value === 1];
    if (kind === "json") return [name, JSON.parse(String(value)) as unknown];
    return [name, value];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** The checksums of the lists as the file has them. */
export const checksumsByList = (checksums: readonly TableChecksum[]) =>
  Object.fromEntries(
    checksums.map(({ table, rows, checksum }) => [table, { rows, sha256: checksum }]),
  );

/**
 * An export of lists as JSON text, in pieces, without the closing brace. Each row is one line, which
 * `readExport` relies on.
 *
 * @param db a snapshot
 * @param head the first fields of the file
 */
export async function* exportLists(
  db: Kysely<Database>,
  head: object,
  lists: readonly Section[],
): AsyncGenerator<string, TableChecksum[]> {
  yield JSON.stringify(head).slice(0, -1);
  const checksums: TableChecksum[] = [];
  const source = { lists, read: (list: Section) => readRows(db, list), ...LINES };
  let open: Section | undefined;
  for await (const { list, texts } of streamRows(source, checksums)) {
    const isNew = list !== open;
    if (isNew) yield `${open ? "\n]" : ""},\n"${list.name}":[`;
    open = list;
    if (texts.length > 0) yield `${isNew ? "" : ","}\n${texts.join(",\n")}`;
  }
  yield "\n]";
  return checksums;
}

/**
 * A full export as JSON text, in pieces. The checksums at the end show that the file is complete.
 *
 * @param db a snapshot
 */
export async function* fullExport(db: Kysely<Database>, now: Date): AsyncGenerator<string> {
  const head = { format: FORMAT, version: FORMAT_VERSION, exported_at: now.toISOString() };
  const checksums = yield* exportLists(db, head, SECTIONS);
  yield `,\n"checksums":${JSON.stringify(checksumsByList(checksums))}}\n`;
}

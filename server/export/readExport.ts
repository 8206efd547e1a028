import { createReadStream } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { CopyRefused } from "#server/db/backup/tables.ts";
import { FORMAT, FORMAT_VERSION, type SectionChecksum, sectionChecksum } from "./fullExport.ts";
import type { Row } from "./readRows.ts";
import { type ColumnKind, namesOf, SECTIONS, type Section } from "./tables.ts";

/** The number of rows per batch. */
const BATCH_ROWS = 200;
/** The maximum length of a line in characters. The row of every task is shorter. */
const LINE_MAX = 1_000_000;

/** Some rows of a list, as the database stores them. */
export interface ImportedRows {
  section: Section;
  rows: Row[];
}

/** The lines of a file, with only one of them in memory at a time. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > LINE_MAX) break;
  }
  if (rest !== "") yield rest;
}

/** Whether a value of the file fits a column of this kind. */
const KINDS: Readonly<Record<ColumnKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  nullable: (value) => value === null || typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === "boolean",
  json: (value) => Array.isArray(value),
};

/** A line's row as the database stores it; undefined if it doesn't have exactly the columns. */
function readRow({ columns }: Section, line: string): Row | undefined {
  const read = JSON.parse(line) as unknown;
  if (typeof read !== "object" || read === null) return undefined;
  const row = read as Record<string, unknown>;
  const names = namesOf(columns);
  if (!isDeepStrictEqual(Object.keys(row), names)) return undefined;
  const entries = names.map((name): [string, Row[string]] | undefined => {
    const [kind, value] = [columns[name], row[name]];
    if (!kind || !KINDS[kind](value)) return undefined;
    if (kind === "flag") return [name, value ? 1 : 0];
    return [name, kind === "json" ? JSON.stringify(value) : (value as Row[string])];
  });
  return entries.includes(undefined)
    ? undefined
    : Object.fromEntries(entries as [string, Row[string]][]);
}

/** Throws unless the first line is that of an export that this version can read. */
function requireFormat(file: string, line: string | undefined): void {
  let head: { format?: unknown; version?: unknown };
  try {
    head = JSON.parse(`${line?.replace(/,$/, "") ?? ""}}`) as typeof head;
  } catch {
    head = {};
  }
  if (head.format !== FORMAT) {
    throw new CopyRefused(`${file} isn't a full export of Taskdeck, or another program changed it`);
  }
  if (head.version !== FORMAT_VERSION) {
    throw new CopyRefused(
      `${file} has version ${String(head.version)} of the format: use a newer Taskdeck`,
    );
  }
}

/**
 * Reads a full export in batches, in its order. Throws a {@link CopyRefused} if the file is
 * damaged, incomplete or changed, at the latest after its last row.
 *
 * @returns the checksums of its lists
 */
export async function* readExport(
  file: string,
): AsyncGenerator<ImportedRows, Record<string, SectionChecksum>> {
  const lines = readLines(file);
  let number = 0;
  async function next(): Promise<string> {
    number += 1;
    const { value, done } = await lines.next();
    if (done) throw new CopyRefused(`${file} is incomplete: it ends in line ${number}`);
    return value;
  }
  const damaged = () => new CopyRefused(`${file} is damaged in line ${number}`);

  requireFormat(file, await next());
  const checksums: Record<string, SectionChecksum> = {};
  for (const section of SECTIONS) {
    if ((await next()) !== `"${section.name}":[`) throw damaged();
    const { add, finish } = sectionChecksum();
    let rows: Row[] = [];
    for (let line = await next(); !/^\],?$/.test(line); line = await next()) {
      const text = line.replace(/,$/, "");
      add(text);
      rows.push(parsed(() => readRow(section, text)) ?? raise(damaged()));
      if (rows.length < BATCH_ROWS) continue;
      yield { section, rows };
      rows = [];
    }
    if (rows.length > 0) yield { section, rows };
    checksums[section.name] = finish();
  }
  const last = /^"checksums":(.*)\}$/.exec(await next())?.[1];
  if (
    !isDeepStrictEqual(
      parsed(() => JSON.parse(last ?? "") as unknown),
      checksums,
    )
  ) {
    throw new CopyRefused(`${file} is damaged: its rows don't match their checksums`);
  }
  return checksums;
}

/** The result of parsing; undefined for invalid JSON. */
function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function raise(error: Error): never {
  throw error;
}

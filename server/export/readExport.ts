import { createReadStream } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { CopyRefused, type TableChecksum } from "#server/db/rows/copyRows.ts";
import { type Row, STEP_ROWS } from "#server/db/rows/readRows.ts";
import { checksumsByList, FORMAT, FORMAT_VERSION, LINES } from "./exportFile.ts";
import { type ColumnKind, SECTIONS, type Section } from "./tables.ts";

/** The maximum length of a line in characters. The row of every task is shorter. */
const LINE_MAX = 1_000_000;

/** Names standard input or output, in place of a file. */
export const STANDARD = "-";

/** The lines of a file, with only one of them in memory at a time. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = "";
  const stream = file === STANDARD ? process.stdin : createReadStream(file);
  for await (const chunk of stream.setEncoding("utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > LINE_MAX) break;
  }
  if (rest !== "") yield rest;
}

/** How the database stores a value of the file; undefined if the value doesn't fit the column. */
const STORED: Readonly<Record<ColumnKind, (value: unknown) => Row[string] | undefined>> = {
  text: (value) => (typeof value === "string" ? value : undefined),
  nullable: (value) => (value === null || typeof value === "string" ? value : undefined),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  flag: (value) => (typeof value === "boolean" ? Number(value) : undefined),
  json: (value) => (Array.isArray(value) ? JSON.stringify(value) : undefined),
};

/** A line's row as the database stores it; undefined if an export would not have this line. */
function readRow(section: Section, line: string): Row | undefined {
  const read = parsed(line) as Record<string, unknown> | null | undefined;
  const row: Record<string, Row[string]> = {};
  for (const [name, kind] of Object.entries(section.kinds)) {
    const value = STORED[kind](read?.[name]);
    if (value === undefined) return undefined;
    row[name] = value;
  }
  return LINES.encode(row, section) === line ? row : undefined;
}

/** The version of the format. Throws unless the line is the first one of an export that can be read. */
function formatIn(file: string, line: string): number {
  const head = parsed(`${line.replace(/,$/, "")}}`) as
    | { format?: unknown; version?: unknown }
    | null
    | undefined;
  if (head?.format !== FORMAT) {
    throw new CopyRefused(`${file} isn't a full export of Taskdeck, or another program changed it`);
  }
  const { version } = head;
  const isKnown = Number.isInteger(version) && Number(version) >= 1;
  if (!isKnown || Number(version) > FORMAT_VERSION) {
    throw new CopyRefused(
      `${file} has version ${String(version)} of the format: use a newer Taskdeck`,
    );
  }
  return Number(version);
}

/**
 * Opens a full export: a file, or {@link STANDARD} input. Its lists are read in their order. Throws a {@link CopyRefused} if the file is
 * damaged, incomplete or changed, at the latest in `finish`.
 */
export async function readExport(file: string) {
  const lines = readLines(file);
  let number = 0;
  async function next(): Promise<string> {
    number += 1;
    const { value, done } = await lines.next();
    if (done) throw new CopyRefused(`${file} is incomplete: it ends in line ${number}`);
    return value;
  }
  const damaged = () => new CopyRefused(`${file} is damaged in line ${number}`);

  const version = formatIn(file, await next());
  return {
    /** The lists of the file in their order. */
    lists: SECTIONS.filter(({ since = 1 }) => since <= version),
    async *rows(section: Section): AsyncGenerator<Row[]> {
      if ((await next()) !== `"${section.name}":[`) throw damaged();
      let rows: Row[] = [];
      for (let line = await next(); !/^\],?$/.test(line); line = await next()) {
        const row = readRow(section, line.replace(/,$/, ""));
        if (!row) throw damaged();
        rows.push(row);
        if (rows.length < STEP_ROWS) continue;
        yield rows;
        rows = [];
      }
      if (rows.length > 0) yield rows;
    },
    /** Compares the checksums of the lists with those at the end of the file. */
    async finish(checksums: readonly TableChecksum[]): Promise<void> {
      const last = parsed(/^"checksums":(.*)\}$/.exec(await next())?.[1] ?? "");
      if (!isDeepStrictEqual(last, checksumsByList(checksums)))
        throw new CopyRefused(`${file} is damaged: its rows don't match their checksums`);
      if ((await lines.next()).done) return;
      throw new CopyRefused(`${file} is damaged: it goes on after its end`);
    },
    close: async () => void (await lines.return(undefined)),
  };
}

/** The value of JSON text; undefined if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

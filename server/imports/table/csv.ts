import { CsvError, parse } from "csv-parse/sync";
import { IMPORT_ROWS_MAX } from "#contract/imports.ts";
import { FileRefused } from "#server/imports/formats/foreignTask.ts";

const DELIMITERS = [",", ";", "\t", "|"];
/** The part of the text that decides the delimiter. */
const DELIMITED_MAX = 64 * 1024;
/** The maximum number of lines above the names of the columns. */
const PREAMBLE_MAX = 20;

/** The number of each delimiter outside quotes, for each of the first lines. */
function delimiterCounts(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [new Map()];
  let isQuoted = false;
  for (const character of text.slice(0, DELIMITED_MAX)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n") lines.push(new Map());
    else if (DELIMITERS.includes(character)) {
      const line = lines.at(-1);
      line?.set(character, (line.get(character) ?? 0) + 1);
    }
  }
  return lines;
}

/** The delimiter that the most lines have equally often. */
function delimiterOf(text: string): string {
  const lines = delimiterCounts(text);
  const rated = DELIMITERS.map((delimiter) => {
    const equal = Map.groupBy(lines, (line) => line.get(delimiter) ?? 0);
    equal.delete(0);
    const most = Math.max(0, ...[...equal.values()].map(({ length }) => length));
    return { delimiter, most, inAll: lines.filter((line) => line.has(delimiter)).length };
  });
  const [best] = rated.toSorted((one, other) => other.most - one.most || other.inAll - one.inAll);
  return best?.delimiter ?? ",";
}

/** The rows of a table whose cells are quoted as in RFC 4180. Throws {@link FileRefused}. */
export function parseTable(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      to: IMPORT_ROWS_MAX + 2 + PREAMBLE_MAX,
      max_record_size: 1024 * 1024,
    });
  } catch (failure) {
    if (!(failure instanceof CsvError)) throw failure;
    throw new FileRefused(`The table could not be read: see line ${String(failure["lines"])}`);
  }
}

/**
 * The number of rows above the names of the columns, such as a title and a date of the export. They
 * fill at most half of the table's usual width.
 */
export function preambleRows(rows: readonly string[][]): number {
  const widths = Map.groupBy(rows.slice(0, 100), ({ length }) => length);
  const [usual = 1] =
    [...widths].toSorted(
      ([width, one], [otherWidth, other]) => other.length - one.length || otherWidth - width,
    )[0] ?? [];
  const isNames = (row: string[]) => {
    const filled = row.filter((cell) => cell.trim() !== "").length;
    return filled > usual / 2 || (usual === 2 && row.length === 2);
  };
  return Math.max(0, rows.slice(0, PREAMBLE_MAX + 1).findIndex(isNames));
}

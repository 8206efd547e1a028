import { CsvError, type Options, parse } from "csv-parse/sync";
import { IMPORT_ROWS_MAX } from "#contract/imports.ts";
import { FileRefused } from "#server/imports/formats/foreignTask.ts";

const DELIMITERS = [",", ";", "\t", "|"];
const LINE_ENDS = ["\r\n", "\n"];
/** The part of the text that decides the delimiter and the line ends. */
const DELIMITED_MAX = 64 * 1024;
/** The maximum number of lines above the names of the columns. */
const PREAMBLE_MAX = 20;
/** The line that tells Excel the delimiter. */
const SEPARATOR = /^"?sep=([^"\r\n])/i;

/** Reads quotes as text where they don't enclose a whole cell. */
const RELAXED: Options = { relax_quotes: true, ltrim: true };

const read = (text: string, options: Options): string[][] =>
  parse(text, { ...options, relax_column_count: true, skip_empty_lines: true });

/** The rows of the most frequent width, or of the largest one of these. */
function usualRows(rows: readonly string[][]): readonly string[][] {
  const widths = [...Map.groupBy(rows, ({ length }) => length)];
  const [usual] = widths.toSorted(
    ([width, one], [otherWidth, other]) => other.length - one.length || otherWidth - width,
  );
  return usual?.[1] ?? [];
}

/** The delimiter and the line ends with which the most rows have the same width. */
function formOf(text: string): Options {
  const separator = SEPARATOR.exec(text)?.[1];
  const head = text.slice(0, DELIMITED_MAX);
  const anyEnds = [...LINE_ENDS, "\r"];
  const forms = (head.includes("\n") ? [LINE_ENDS, anyEnds] : [anyEnds]).flatMap((ends) =>
    (separator ? [separator] : DELIMITERS).map(
      (delimiter): Options => ({
        delimiter,
        record_delimiter: ends,
        from_line: separator ? 2 : 1,
      }),
    ),
  );
  const rated = forms.map((form) => {
    const options = { ...form, ltrim: true, skip_records_with_error: true };
    const [valid, all] = [options, { ...options, ...RELAXED }].map((each) =>
      usualRows(read(head, each).filter(({ length }) => length > 1)),
    );
    return { form, rating: [valid?.length ?? 0, all?.length ?? 0, all?.[0]?.length ?? 0] };
  });
  const [best] = rated.toSorted(
    (one, other) =>
      other.rating.map((rate, index) => rate - (one.rating[index] ?? 0)).find(Boolean) ?? 0,
  );
  return best?.form ?? {};
}

/** Ways to read the quotes of a table that is not in the form of RFC 4180, the most likely first. */
function* otherQuotes(text: string, { delimiter }: Options): Generator<[string, Options]> {
  const trimmed: Options = { trim: true };
  yield [text, trimmed];
  if (text.includes('\\"')) {
    const doubled = text.replaceAll(/\\(["\\])/g, (_, escaped) => (escaped === '"' ? '""' : "\\"));
    yield [doubled, trimmed];
    yield [doubled, RELAXED];
  }
  yield [text, RELAXED];
  if (delimiter === "\t") yield [text, { quote: false }];
}

/**
 * The rows of a table. Adds a remark if its quotes had to be guessed. Throws {@link FileRefused} if
 * they can't be read.
 */
export function parseTable(text: string, notes: string[] = []): string[][] {
  const form = {
    ...formOf(text),
    to: IMPORT_ROWS_MAX + 2 + PREAMBLE_MAX,
    max_record_size: 1024 * 1024,
  };
  const tryToRead = (from: string, quotes: Options): string[][] | CsvError => {
    try {
      return read(from, { ...form, ...quotes });
    } catch (failure) {
      if (failure instanceof CsvError) return failure;
      throw failure;
    }
  };
  const rows = tryToRead(text, {});
  if (!(rows instanceof CsvError)) return rows;
  const line = String(rows["lines"]);
  for (const [from, quotes] of otherQuotes(text, form)) {
    const guessed = tryToRead(from, quotes);
    if (guessed instanceof CsvError) continue;
    notes.push(`The quotation marks are not those of CSV, and were guessed: see line ${line}.`);
    return guessed;
  }
  throw new FileRefused(`The table could not be read: see line ${line}`);
}

/**
 * The number of rows above the names of the columns, such as a title and a date of the export. They
 * fill at most half of the table's usual width.
 */
export function preambleRows(rows: readonly string[][]): number {
  const usual = usualRows(rows.slice(0, 100))[0]?.length ?? 1;
  const isNames = (row: string[]) => {
    const filled = row.filter((cell) => cell.trim() !== "").length;
    return filled > usual / 2 || (usual === 2 && row.length === 2);
  };
  return Math.max(0, rows.slice(0, PREAMBLE_MAX + 1).findIndex(isNames));
}

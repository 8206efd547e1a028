import { readFileSync, writeFileSync } from "node:fs";

/** Tables by their names, as they stand in a document. */
export type Tables = Record<string, string>;

/** A table in Markdown: the first column to the left, the others to the right. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const sides = head.map((_name, column) => (column === 0 ? "---" : "---:"));
  return [line(head), `|${sides.join("|")}|`, ...rows.map(line)].join("\n");
}

/** A row by its name. */
export const row = (name: string, cells: readonly string[]): string[] => [name, ...cells];

const begin = (name: string) => `<!-- table: ${name} -->`;
const END = "<!-- end -->";

/** The text with its tables replaced, each between its marks. Throws if the text lacks one. */
export function withTables(text: string, tables: Tables): string {
  return Object.entries(tables).reduce((before, [name, table]) => {
    const start = before.indexOf(begin(name));
    const end = before.indexOf(END, start);
    if (start === -1 || end === -1) throw new Error(`there is no place for the table ${name}`);
    return `${before.slice(0, start)}${begin(name)}\n${table}\n${before.slice(end)}`;
  }, text);
}

export function writeTables(file: string, tables: Tables): void {
  writeFileSync(file, withTables(readFileSync(file, "utf8"), tables));
}

/** A number as people read it: three digits that mean something, thousands apart. */
export function readable(figure: number): string {
  const places = figure === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(figure))));
  return Number(figure.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: places });
}

/** A time in µs, in the unit that suits it. */
export const duration = (time: number): string =>
  time < 100 ? `${readable(time)} µs` : `${readable(time / 1_000)} ms`;

/** Bytes, in the unit that suits them. */
export function bytes(size: number): string {
  if (size < 1e6) return `${readable(size / 1e3)} kB`;
  return size < 1e9 ? `${readable(size / 1e6)} MB` : `${readable(size / 1e9)} GB`;
}

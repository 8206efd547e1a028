import { readFileSync, writeFileSync } from "node:fs";

/** Markdown tables by name. */
export type Tables = Record<string, string>;

/** A Markdown table. The first column is left-aligned, the others right-aligned. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const sides = head.map((_name, column) => (column === 0 ? "---" : "---:"));
  return [line(head), `|${sides.join("|")}|`, ...rows.map(line)].join("\n");
}

export const row = (name: string, cells: readonly string[]): string[] => [name, ...cells];

const begin = (name: string) => `<!-- table: ${name} -->`;
const END = "<!-- end -->";

/** Replaces the tables between their markers in a text. Throws if a marker is missing. */
function withTables(text: string, tables: Tables): string {
  return Object.entries(tables).reduce((before, [name, table]) => {
    const start = before.indexOf(begin(name));
    const end = before.indexOf(END, start);
    if (start === -1 || end === -1) throw new Error(`the markers of the table ${name} are missing`);
    return `${before.slice(0, start)}${begin(name)}\n${table}\n${before.slice(end)}`;
  }, text);
}

export function writeTables(file: string, tables: Tables): void {
  writeFileSync(file, withTables(readFileSync(file, "utf8"), tables));
}

/** A number with three significant digits and thousands separators. */
export function readable(figure: number): string {
  const places = figure === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(figure))));
  return Number(figure.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: places });
}

/** Formats a time in µs. */
export const duration = (time: number): string =>
  time < 100 ? `${readable(time)} µs` : `${readable(time / 1_000)} ms`;

/** Formats a size in bytes. */
export function bytes(size: number): string {
  if (size < 1e6) return `${readable(size / 1e3)} kB`;
  return size < 1e9 ? `${readable(size / 1e6)} MB` : `${readable(size / 1e9)} GB`;
}

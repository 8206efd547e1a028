/**
 * Spreadsheets run cells that begin with these characters, or with their full-width forms, as
 * formulas.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** The heading that only our own export of tasks has. */
export const EMAIL_HEADING = "Assignee e-mail";

/** The cell as text: an apostrophe keeps spreadsheets from running it. */
export const harmless = (cell: string): string =>
  FORMULA.test(withoutApostrophes(cell)) ? `'${cell}` : cell;

/** The cell that {@link harmless} was given. */
export const originalCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(withoutApostrophes(cell)) ? cell.slice(1) : cell;

const withoutApostrophes = (cell: string): string => cell.replace(/^'+/, "");

/** A cell, quoted if needed (RFC 4180 §2). */
function quoted(cell: string): string {
  return /[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A line of a table, harmless for spreadsheets. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(harmless(String(cell ?? "")))).join(",")}\r\n`;
}

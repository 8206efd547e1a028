/** One line of a benchmark's table. */
export interface Row {
  what: string;
  figure: string;
  target: string;
}

/** Prints rows as a table with aligned columns. */
export function printTable(title: string, rows: readonly Row[]): void {
  const all = [{ what: title, figure: "measured", target: "target" }, ...rows];
  const width = (key: keyof Row) => Math.max(...all.map((row) => row[key].length));
  const [what, figure, target] = [width("what"), width("figure"), width("target")];
  const line = (row: Row) =>
    `${row.what.padEnd(what)}  ${row.figure.padStart(figure)}  ${row.target.padStart(target)}`;
  const [head, ...body] = all.map(line);
  console.log(`\n${head}\n${"─".repeat(what + figure + target + 4)}\n${body.join("\n")}`);
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

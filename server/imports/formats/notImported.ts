/** A number of things that a file lacks, and a reason or a place where they still are. */
type Loss = [count: number, what: string, why?: string];

/** A note about what an import loses, with counts; none if it loses nothing. */
export function notImported(...losses: Loss[]): string[] {
  const parts = losses
    .filter(([count]) => count > 0)
    .map(
      ([count, what, why]) => `${count} ${what}${count === 1 ? "" : "s"}${why ? ` (${why})` : ""}`,
    );
  return parts.length > 0 ? [`Not imported: ${parts.join(", ")}.`] : [];
}

/** The sum of a number of each item. */
export const sumOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + numberOf(item), 0);

import { usePrinting } from "#lib/printing.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";

/** Says on paper how many of a list's items are not printed. */
export function PrintedNote({
  printed,
  total,
  noun,
  nouns,
}: {
  printed: number;
  total: number;
  noun: string;
  nouns?: string;
}) {
  if (!usePrinting() || printed >= total) return null;
  return <p>{`Printed: ${formatCount(printed)} of ${countOf(total, noun, nouns)}`}</p>;
}

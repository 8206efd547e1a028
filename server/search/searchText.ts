import { type QueryExecutorProvider, type SqlBool, sql } from "kysely";
import { withShortMarkRuns } from "#contract/text.ts";
import { onPostgres } from "#server/db/dialect.ts";

/** What title and description are searched by: the same letters, whatever their case or encoding. */
export const searchText = (...texts: string[]) =>
  withShortMarkRuns(texts.join("\n")).normalize("NFC").toLowerCase();

/**
 * Whether a column contains a text. Unlike LIKE, these functions take time in proportion to the
 * text's length, whatever is searched for.
 */
export function containsText(db: QueryExecutorProvider, column: string, text: string) {
  const name = sql.ref(column);
  return onPostgres(db)
    ? sql<SqlBool>`strpos(${name}, ${text}) > 0`
    : sql<SqlBool>`instr(${name}, ${text}) > 0`;
}

/** Longer pieces tell hardly more, and cost a look-up for each of their letters. */
const PIECE_MAX = 20;

/**
 * The longest piece of a text in which no three letters repeat. A trigram index finds it quickly in
 * any text, while `aaa…` as a phrase would be compared at each position with each position.
 */
export function distinctPiece(text: string): string {
  const letters = Array.from(text);
  const lastAt = new Map<string, number>();
  let [start, best] = [0, ""];
  for (let end = 3; end <= letters.length; end += 1) {
    const trigram = letters.slice(end - 3, end).join("");
    start = Math.max(start, (lastAt.get(trigram) ?? -1) + 1, end - PIECE_MAX);
    lastAt.set(trigram, end - 3);
    const piece = letters.slice(start, end).join("");
    if (piece.length > best.length) best = piece;
  }
  return best;
}

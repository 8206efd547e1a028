import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from "kysely";
import { withShortMarkRuns } from "#contract/characters.ts";
import { folded } from "#contract/text.ts";
import { onPostgres } from "#server/db/dialect.ts";

/** Joins texts, and folds them for searching (`folded`). */
export const searchText = (...texts: string[]) => folded(withShortMarkRuns(texts.join("\n")));

/** A phrase in quotes, whose closing quote may be missing, or a word. */
const TERM = /"([^"]*)"?|\S+/gu;

/** More words are ignored. */
const TERMS_MAX = 20;

/**
 * The words and quoted phrases of a search, longest first. A word that is part of another one is
 * left out. A search for only quotes searches for the quotes themselves.
 */
export function searchTerms(search: string): string[] {
  const text = searchText(search).toWellFormed().trim();
  const found = Array.from(text.matchAll(TERM), ([term, phrase]) => phrase ?? term);
  const words = found.filter((word) => word.trim() !== "").slice(0, TERMS_MAX);
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const terms = longestFirst.filter(
    (term, index) => !longestFirst.slice(0, index).some((other) => other.includes(term)),
  );
  return terms.length > 0 ? terms : [text];
}

/**
 * Whether a column contains a text. Unlike LIKE, these functions take time linear in the column's
 * length for every search text.
 *
 * @param column a column's name, or an expression
 */
export function containsText(
  db: QueryExecutorProvider,
  column: string | RawBuilder<string>,
  text: string,
) {
  const position = sql.raw(onPostgres(db) ? "strpos" : "instr");
  const value = typeof column === "string" ? sql.ref(column) : column;
  return sql<SqlBool>`${position}(${value}, ${text}) > 0`;
}

/** Longer pieces are hardly more selective, but each letter costs an index look-up. */
const PIECE_LENGTH_MAX = 20;

/**
 * The longest piece of a text in which no trigram repeats. Looking up a phrase such as `aaa…` would
 * compare every position with every other.
 */
export function distinctPiece(text: string): string {
  const letters = Array.from(text);
  const lastAt = new Map<string, number>();
  let [start, best] = [0, ""];
  for (let end = 3; end <= letters.length; end += 1) {
    const trigram = letters.slice(end - 3, end).join("");
    start = Math.max(start, (lastAt.get(trigram) ?? -1) + 1, end - PIECE_LENGTH_MAX);
    lastAt.set(trigram, end - 3);
    const piece = letters.slice(start, end).join("");
    if (piece.length > best.length) best = piece;
  }
  return best;
}

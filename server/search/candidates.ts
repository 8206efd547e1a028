import { type Kysely, type SqlBool, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { containsText, distinctPiece } from "#server/db/text/searchText.ts";
import { ONE_STATEMENT, type SearchBudget } from "./searchBudget.ts";

/** The full-text indexes: of titles and descriptions, and of comments. */
const INDEXES = {
  tasks: { fts: "task_texts", terms: "task_texts_terms" },
  comments: { fts: "comment_texts", terms: "comment_texts_terms" },
} as const;
type TextIndex = keyof typeof INDEXES;

/** The key of a row that may contain a text: its rowid on SQLite, the task's id on PostgreSQL. */
export type Key = string | number;

/**
 * Rows that may match, unless there are more than are counted. `common`: more than are counted do match.
 * `many`: more than are counted may match.
 */
export type Lookup = Key[] | "common" | "many";

/**
 * Looks up the rows that contain all of these texts. Each is a result of `searchTerms`.
 *
 * @param index the index to search; the rows are tasks or comments
 */
export async function lookUpRows(
  db: Kysely<Database>,
  index: TextIndex,
  terms: readonly string[],
  budget: SearchBudget,
): Promise<Lookup> {
  return await (onPostgres(db)
    ? lookUpInPostgres(db, index, terms, budget)
    : lookUpInSqlite(db, index, terms, budget));
}

/**
 * Whether each row that {@link lookUpRows} finds contains all terms. FTS5 finds only a distinct piece of
 * a longer term, and the prefix of only one short term.
 */
export const findsExactly = (db: Kysely<Database>, terms: readonly string[]): boolean =>
  onPostgres(db) ||
  terms.every((term) => distinctPiece(term) === term) ||
  (terms.length === 1 && terms.every((term) => distinctPiece(term) === ""));

/** pg_trgm indexes trigrams of letters and digits only. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Escapes the wildcards of LIKE. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

/** The texts of an index on PostgreSQL, with the task that each belongs to. */
const postgresTexts = (index: TextIndex) =>
  index === "tasks"
    ? sql`(select task_id, text from task_texts)`
    : sql`(
        select task_id, search_text as text from comments
        where exists (select 1 from tasks where tasks.id = comments.task_id)
      )`;

/** Uses pg_trgm for texts with an indexed trigram, otherwise compares all texts. */
async function lookUpInPostgres(
  db: Kysely<Database>,
  index: TextIndex,
  terms: readonly string[],
  budget: SearchBudget,
): Promise<Lookup> {
  // PostgreSQL stores no NUL, and refuses parameters with one.
  if (terms.some((term) => term.includes("\0"))) return [];
  const conditions = terms.flatMap((term) => {
    const piece = distinctPiece(term);
    const contains = containsText(db, "text", term);
    if (!INDEXED.test(piece)) return [contains];
    const like = sql<SqlBool>`text like ${`%${escapeLike(piece)}%`}`;
    return piece === term ? [like] : [like, contains];
  });
  const { rows } = await budget.step(ONE_STATEMENT, () =>
    sql<{ task_id: string }>`
      select task_id from ${postgresTexts(index)} as texts
      where ${sql.join(conditions, sql` and `)} limit ${budget.countMax + 1}
    `.execute(db),
  );
  return rows.length > budget.countMax ? "common" : rows.map(({ task_id }) => task_id);
}

/** Uses FTS5, whose terms are trigrams. */
async function lookUpInSqlite(
  db: Kysely<Database>,
  index: TextIndex,
  terms: readonly string[],
  budget: SearchBudget,
): Promise<Lookup> {
  // A NUL ends an FTS5 query.
  if (terms.some((term) => term.includes("\0"))) return "many";
  const long = terms.map(distinctPiece).filter((piece) => piece !== "");
  const [first = ""] = terms;
  const phrases = long.length > 0 ? [long] : prefixesFrom(db, index, first, budget);
  const fts = sql.ref(INDEXES[index].fts);
  const found = new Set<number>();
  for await (const some of phrases) {
    // FTS5 reads a lower-case "and" as one more word to find.
    const query = some.map((phrase) => `"${phrase.replaceAll('"', '""')}"`).join(" AND ");
    const { rows } = await budget.step(ONE_STATEMENT, () =>
      sql<{ rowid: number }>`
        select rowid from ${fts} where ${fts} match ${query} limit ${budget.countMax + 1}
      `.execute(db),
    );
    for (const { rowid } of rows) found.add(rowid);
    if (found.size > budget.countMax) return findsExactly(db, terms) ? "common" : "many";
  }
  return [...found];
}

/** The trigrams that start with a text of one or two letters, one query each. */
async function* prefixesFrom(
  db: Kysely<Database>,
  index: TextIndex,
  text: string,
  budget: SearchBudget,
): AsyncGenerator<string[]> {
  const last = `${text}\u{10ffff}`;
  for (let after = text; ; ) {
    const { rows } = await budget.step(ONE_STATEMENT, () =>
      sql<{ term: string }>`
        select term from ${sql.ref(INDEXES[index].terms)}
        where term >= ${after} and term < ${last} limit 1
      `.execute(db),
    );
    const [row] = rows;
    if (!row) return;
    yield [row.term];
    // The next text in sort order.
    after = `${row.term}\u{1}`;
  }
}

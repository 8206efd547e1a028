import { type Kysely, type RawBuilder, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { type SearchBudget, StepSize } from "./searchBudget.ts";
import { containsText, distinctPiece } from "./searchText.ts";

/** Tasks that may contain a text, according to the full-text index. */
export interface Candidates {
  /** The column of `tasks` that contains the keys. */
  column: RawBuilder<string | number>;
  keys: (string | number)[];
}

/** All candidates, or `many` if there are more than the search counts. */
export type Lookup = Candidates | { many: true; areMatches: boolean };

/** Looks up a text, which is the result of `searchText`, in the full-text index. */
export async function lookUp(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): Promise<Lookup> {
  return await (onPostgres(db)
    ? lookUpInPostgres(db, text, budget)
    : lookUpInSqlite(db, text, budget));
}

/** pg_trgm indexes trigrams of letters and digits only. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** Escapes the wildcards of LIKE. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

/** The size of a step that is a single statement. */
const ONE_STATEMENT = new StepSize(1, 1);

/** Uses pg_trgm if the text has an indexed trigram, otherwise compares all texts. */
async function lookUpInPostgres(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): Promise<Lookup> {
  // PostgreSQL stores no NUL, and refuses parameters with one.
  if (text.includes("\0")) return { column: sql.ref("tasks.id"), keys: [] };
  const piece = distinctPiece(text);
  const like = sql`text like ${`%${escapeLike(piece)}%`} and`;
  // One long text is received faster than thousands of rows. Ids contain no line breaks.
  const { rows } = await budget.step(ONE_STATEMENT, () =>
    sql<{ ids: string | null }>`
      select string_agg(task_id, ${"\n"}) as ids from (
        select task_id from task_texts
        where ${INDEXED.test(piece) ? like : sql``} ${containsText(db, "text", text)} limit ${budget.countMax + 1}
      ) as found
    `.execute(db),
  );
  const keys = rows[0]?.ids?.split("\n") ?? [];
  if (keys.length > budget.countMax) return { many: true, areMatches: true };
  return { column: sql.ref("tasks.id"), keys };
}

/** Uses FTS5, whose terms are trigrams. */
async function lookUpInSqlite(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): Promise<Lookup> {
  // A NUL ends an FTS5 query.
  if (text.includes("\0")) return { many: true, areMatches: false };
  const piece = distinctPiece(text);
  const found = new Set<number>();
  for await (const phrase of piece === "" ? termsFrom(db, text, budget) : [piece]) {
    const query = `"${phrase.replaceAll('"', '""')}"`;
    const { rows } = await budget.step(ONE_STATEMENT, () =>
      sql<{ rowid: number }>`
        select rowid from task_texts where task_texts match ${query} limit ${budget.countMax + 1}
      `.execute(db),
    );
    for (const { rowid } of rows) found.add(rowid);
    if (found.size > budget.countMax)
      return { many: true, areMatches: piece === "" || piece === text };
  }
  return { column: sql`tasks.rowid`, keys: [...found] };
}

/** The trigrams that start with a text of one or two letters, one query each. */
async function* termsFrom(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): AsyncGenerator<string> {
  const last = `${text}\u{10ffff}`;
  for (let after = text; ; ) {
    const { rows } = await budget.step(ONE_STATEMENT, () =>
      sql<{ term: string }>`
        select term from task_texts_terms where term >= ${after} and term < ${last} limit 1
      `.execute(db),
    );
    const [row] = rows;
    if (!row) return;
    yield row.term;
    // The next text in sort order.
    after = `${row.term}\u{1}`;
  }
}

import { type Kysely, type RawBuilder, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { type SearchBudget, StepSize } from "./searchBudget.ts";
import { containsText, distinctPiece } from "./searchText.ts";

/** Tasks that may contain a text, as the full-text index knows them. */
export interface Candidates {
  /** The column of `tasks` that `keys` are values of. */
  column: RawBuilder<string | number>;
  keys: (string | number)[];
}

/** What the index knows: all tasks in question, or only that there are more than can be counted. */
export type Lookup = Candidates | { many: true; areMatches: boolean };

/** Asks the full-text index for a text, which is as `searchText` makes it. */
export async function lookUp(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): Promise<Lookup> {
  return await (onPostgres(db) ? lookUpTexts(db, text, budget) : lookUpRows(db, text, budget));
}

/** pg_trgm knows letters and digits only. */
const INDEXED = /[\p{L}\p{N}]{3}/u;

/** `%`, `_` and the backslash stand for themselves. */
export const literally = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

/** For a step that is one statement. */
const ONE = new StepSize(1, 1);

/** PostgreSQL: by pg_trgm; what that doesn't know is compared with every text. */
async function lookUpTexts(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): Promise<Lookup> {
  // PostgreSQL keeps no text with a NUL, and refuses to look for one.
  if (text.includes("\0")) return { column: sql.ref("tasks.id"), keys: [] };
  const piece = distinctPiece(text);
  const like = sql`text like ${`%${literally(piece)}%`} and`;
  const most = budget.countMax + 1;
  // One text is received faster than thousands of rows. Ids contain no line breaks.
  const { rows } = await budget.step(ONE, () =>
    sql<{ ids: string | null }>`
      select string_agg(task_id, ${"\n"}) as ids from (
        select task_id from task_texts
        where ${INDEXED.test(piece) ? like : sql``} ${containsText(db, "text", text)} limit ${most}
      ) as found
    `.execute(db),
  );
  const keys = rows[0]?.ids?.split("\n") ?? [];
  if (keys.length > budget.countMax) return { many: true, areMatches: true };
  return { column: sql.ref("tasks.id"), keys };
}

/** SQLite: by FTS5. Each three letters of a text are a term. */
async function lookUpRows(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): Promise<Lookup> {
  // A NUL ends a query of FTS5.
  if (text.includes("\0")) return { many: true, areMatches: false };
  const piece = distinctPiece(text);
  const found = new Set<number>();
  for await (const phrase of piece === "" ? termsFrom(db, text, budget) : [piece]) {
    const query = `"${phrase.replaceAll('"', '""')}"`;
    const { rows } = await budget.step(ONE, () =>
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

/** The terms that begin with one or two letters, each by a look-up of its own. */
async function* termsFrom(
  db: Kysely<Database>,
  text: string,
  budget: SearchBudget,
): AsyncGenerator<string> {
  const last = `${text}\u{10ffff}`;
  for (let after = text; ; ) {
    const { rows } = await budget.step(ONE, () =>
      sql<{ term: string }>`
        select term from task_texts_terms where term >= ${after} and term < ${last} limit 1
      `.execute(db),
    );
    const [row] = rows;
    if (!row) return;
    yield row.term;
    // The next text in order: that of the term, and the least letter after it.
    after = `${row.term}\u{1}`;
  }
}

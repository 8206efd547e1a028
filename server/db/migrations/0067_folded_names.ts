import { type Kysely, sql } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";
import { searchText } from "#server/db/text/searchText.ts";

interface WithUsers {
  users: { id: string; name: string; email: string; search_text: string };
}

/** Names and addresses get a text for the search. All such texts have one sigma, and "i" for "İ". */
export async function up(db: Kysely<never>): Promise<void> {
  await runStatements(db, "alter table users add column search_text text not null default '';");
  const users = db as unknown as Kysely<WithUsers>;
  const people = await users.selectFrom("users").select(["id", "name", "email"]).execute();
  for (const { id, name, email } of people) {
    const search_text = searchText(name, email);
    await users.updateTable("users").set({ search_text }).where("id", "=", id).execute();
  }
  const position = sql.raw(onPostgres(db) ? "strpos" : "instr");
  for (const table of ["tasks", "comments", "deleted_comments"]) {
    await sql`
      update ${sql.table(table)}
        set search_text = replace(replace(search_text, ${"i\u0307"}, 'i'), 'ς', 'σ')
        where ${position}(search_text, ${"i\u0307"}) > 0 or ${position}(search_text, 'ς') > 0
    `.execute(db);
  }
}

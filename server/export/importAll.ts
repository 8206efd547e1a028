import { type Kysely, sql, type Transaction } from "kysely";
import { emailKey } from "#server/accounts/email.ts";
import { CopyRefused, type OnProgress } from "#server/db/backup/tables.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import { checklistRows } from "#server/tasks/checklists.ts";
import type { SectionChecksum } from "./fullExport.ts";
import { readExport } from "./readExport.ts";
import type { Row } from "./readRows.ts";
import { SECTIONS, type Section } from "./tables.ts";

/**
 * The columns that an export leaves out, computed from the others. No password matches an empty
 * hash.
 */
const DERIVED: Readonly<Record<string, (row: Row) => Row>> = {
  users: ({ email }) => ({ email_key: emailKey(String(email)), password_hash: "" }),
  tasks: ({ title, description }) => ({
    search_text: searchText(String(title), String(description)),
  }),
  comments: ({ comment }) => ({ search_text: searchText(String(comment)) }),
};

async function requireEmpty(trx: Transaction<Database>): Promise<void> {
  for (const { table, name } of SECTIONS) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx);
    if (rows.length > 0) {
      throw new CopyRefused(`the server isn't empty, it has ${name}: import into a new one`);
    }
  }
}

async function insertRows(
  trx: Transaction<Database>,
  { table, name }: Section,
  rows: readonly Row[],
): Promise<void> {
  const complete = rows.map((row) => ({ ...row, ...DERIVED[name]?.(row) }));
  const columns = Object.keys(complete[0] ?? {});
  const values = complete.map(
    (row: Row) => sql`(${sql.join(columns.map((column) => row[column]))})`,
  );
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(trx);
}

/** Fills the table that is derived from the tasks' descriptions. */
async function insertChecklists(trx: Transaction<Database>, tasks: readonly Row[]): Promise<void> {
  const rows = checklistRows(
    tasks.map(({ id, description }) => ({ id: String(id), description: String(description) })),
  );
  if (rows.length > 0) await trx.insertInto("task_checklists").values(rows).execute();
}

/**
 * Reads a full export into an empty server, in one transaction. The accounts have no passwords.
 * Throws a {@link CopyRefused} if the server has data, or if the file is damaged or incomplete.
 *
 * @returns the checksums of the lists; an export of the filled server has the same ones
 */
export async function importAll(
  db: Kysely<Database>,
  file: string,
  onProgress: OnProgress,
): Promise<Record<string, SectionChecksum>> {
  return await transaction(db, async (trx) => {
    await requireEmpty(trx);
    const batches = readExport(file);
    const done: Record<string, number> = {};
    for (;;) {
      const { value, done: isComplete } = await batches.next();
      if (isComplete) return value;
      const { section, rows } = value;
      await insertRows(trx, section, rows);
      if (section.name === "tasks") await insertChecklists(trx, rows);
      const count = (done[section.name] ?? 0) + rows.length;
      done[section.name] = count;
      onProgress(section.name, count, Infinity);
    }
  });
}

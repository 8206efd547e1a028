import { type Kysely, sql, type Transaction } from "kysely";
import { emailKey } from "#contract/user.ts";
import { KIND_OF_ENTRY } from "#server/changes/kinds.ts";
import { settleCopy } from "#server/copies/settleCopy.ts";
import {
  copyRows,
  insertRows,
  type OnProgress,
  requireEmpty,
  type Step,
  type TableChecksum,
} from "#server/db/rows/copyRows.ts";
import { namesOf, type Row } from "#server/db/rows/readRows.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import { nameColumns } from "#server/labels/labelRows.ts";
import { checklistRows } from "#server/tasks/checklists.ts";
import { LINES } from "./exportFile.ts";
import { readExport } from "./readExport.ts";
import { HISTORY, mapKind, SECTIONS, type Section } from "./tables.ts";

/**
 * The rows of lists whose tables have other columns: those that an export leaves out are computed. No
 * password matches an empty hash.
 */
const COMPLETE: Readonly<Record<string, (row: Row) => Row>> = {
  users: (row) => ({
    ...row,
    email_key: emailKey(String(row["email"])),
    search_text: searchText(String(row["name"]), String(row["email"])),
    password_hash: "",
  }),
  tasks: (row) => ({
    ...row,
    search_text: searchText(String(row["title"]), String(row["description"])),
  }),
  labels: (row) => ({ ...row, ...nameColumns(String(row["name"])) }),
  comments: (row) => ({ ...row, search_text: searchText(String(row["comment"])) }),
};

/**
 * A change gets its number when it is inserted, but an export is sorted by id. So the history waits in a
 * table of its own, which is named like the list, until all of it is there.
 */
async function createHistory(trx: Transaction<Database>): Promise<void> {
  const none = sql`select ${namesOf(HISTORY.columns)} from ${HISTORY.from} where 1 = 0`;
  await sql`create temporary table history as ${none}`.execute(trx);
}

/** Records the history in the order of time. */
async function recordHistory(trx: Transaction<Database>): Promise<void> {
  await sql`
    insert into changes (id, at, actor_id, actor_name, kind, subject_kind, subject_id, subject_name,
        details, fields, audited)
      select id, at, actor_id, actor_name, ${mapKind(Object.entries(KIND_OF_ENTRY))}, 'task', task_id, '',
        '{}', changes, 0
      from history order by at, case kind when 'created' then 0 else 1 end, id
  `.execute(trx);
  await sql`drop table history`.execute(trx);
}

async function insertStep(
  trx: Transaction<Database>,
  { list: { name, table, key }, rows }: Step<Section>,
): Promise<void> {
  if (name === "files") return;
  const complete = rows.map((row) => COMPLETE[name]?.(row) ?? row);
  const columns = Object.keys(complete[0] ?? {});
  await insertRows(trx, { name: table, columns, key }, complete);
  if (name === "tasks") await insertChecklists(trx, rows);
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
 * @returns the checksums of the lists; an export of the filled server has the same ones, but no files
 */
export async function importAll(
  db: Kysely<Database>,
  file: string,
  onProgress: OnProgress,
): Promise<TableChecksum[]> {
  return await transaction(db, async (trx) => {
    await requireEmpty(
      trx,
      SECTIONS,
      (name) => `the server isn't empty, it has ${name}: import into a new one`,
    );
    await createHistory(trx);
    const { lists, rows, finish, close } = await readExport(file);
    try {
      const source = { lists, read: rows, ...LINES };
      const checksums = await copyRows(source, async (step) => {
        await insertStep(trx, step);
        onProgress(step.list.name, step.done, Infinity);
      });
      await finish(checksums);
      await recordHistory(trx);
      await settleCopy(trx, "import");
      return checksums;
    } finally {
      await close();
    }
  });
}

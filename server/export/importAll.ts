import { type Kysely, sql, type Transaction } from "kysely";
import type { HistoryKind } from "#contract/taskHistory.ts";
import { emailKey } from "#server/accounts/email.ts";
import { KIND_OF_ENTRY } from "#server/changes/kinds.ts";
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
 * The rows of lists whose tables have other columns: those that an export leaves out are computed. No
 * password matches an empty hash.
 */
const ROWS: Readonly<Record<string, (row: Row) => Row>> = {
  users: (row) => ({ ...row, email_key: emailKey(String(row["email"])), password_hash: "" }),
  tasks: (row) => ({
    ...row,
    search_text: searchText(String(row["title"]), String(row["description"])),
  }),
  comments: (row) => ({ ...row, search_text: searchText(String(row["comment"])) }),
  history: historyRow,
};

function historyRow(row: Row): Row {
  const {
    id = "",
    at = "",
    actor_id = "",
    actor_name = "",
    task_id = "",
    kind,
    changes = "",
  } = row;
  return {
    id,
    at,
    actor_id,
    actor_name,
    kind: KIND_OF_ENTRY[kind as HistoryKind],
    subject_kind: "task",
    subject_id: task_id,
    subject_name: "",
    details: "{}",
    fields: changes,
    audited: 0,
  };
}

/** The columns of a change that {@link historyRow} fills. */
const HISTORY_COLUMNS = sql.raw(Object.keys(historyRow({})).join(", "));

/**
 * A change gets its number when it is inserted, but an export is sorted by id. So the history waits in a
 * table of its own until all of it is there.
 */
const UNORDERED = "unordered_history";

async function createUnordered(trx: Transaction<Database>): Promise<void> {
  const none = sql`select ${HISTORY_COLUMNS} from changes where 1 = 0`;
  await sql`create temporary table ${sql.table(UNORDERED)} as ${none}`.execute(trx);
}

/** Inserts the history in the order of time. */
async function insertHistory(trx: Transaction<Database>): Promise<void> {
  const isLater = sql`case kind when 'task.created' then 0 else 1 end`;
  await sql`
    insert into changes (${HISTORY_COLUMNS})
      select ${HISTORY_COLUMNS} from ${sql.table(UNORDERED)} order by at, ${isLater}, id
  `.execute(trx);
  await sql`drop table ${sql.table(UNORDERED)}`.execute(trx);
}

async function requireEmpty(trx: Transaction<Database>): Promise<void> {
  for (const { table, rows: from = sql.table(table), name } of SECTIONS) {
    const { rows } = await sql`select 1 from ${from} limit 1`.execute(trx);
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
  const complete = rows.map((row) => ROWS[name]?.(row) ?? row);
  const columns = Object.keys(complete[0] ?? {});
  const values = complete.map(
    (row: Row) => sql`(${sql.join(columns.map((column) => row[column]))})`,
  );
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const target = name === "history" ? UNORDERED : table;
  await sql`insert into ${sql.table(target)} (${names}) values ${sql.join(values)}`.execute(trx);
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
    await createUnordered(trx);
    const batches = readExport(file);
    const done: Record<string, number> = {};
    for (;;) {
      const { value, done: isComplete } = await batches.next();
      if (isComplete) {
        await insertHistory(trx);
        return value;
      }
      const { section, rows } = value;
      await insertRows(trx, section, rows);
      if (section.name === "tasks") await insertChecklists(trx, rows);
      const count = (done[section.name] ?? 0) + rows.length;
      done[section.name] = count;
      onProgress(section.name, count, Infinity);
    }
  });
}

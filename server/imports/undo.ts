import type { Kysely, Transaction } from "kysely";
import { record, userSubject } from "#server/audit/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, ImportItem, ImportRecord } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { deleteHistory } from "#server/history/recordHistory.ts";
import { conflict } from "#server/http/errors.ts";
import { saveOutcomes } from "./items.ts";
import { inSteps, isBusy, type Lease, leaseOf, newLease, whileLeased } from "./lease.ts";
import { findImport, undoUntil } from "./queries.ts";
import type { RunContext } from "./run.ts";

/** The number of tasks per transaction. Fewer than in a run, because deletions take longer. */
const UNDO_BATCH = 50;

const CREATED = ["imported", "remarks"] as const;

async function begin(db: Kysely<Database>, lease: Lease, { by, now }: RunContext): Promise<void> {
  await transaction(db, async (trx) => {
    const row = await findImport(trx, lease.id);
    if (isBusy(row)) throw conflict("This import is under way");
    const isFresh = undoUntil(row, now) !== null;
    if (!isFresh && row.state !== "undoing") {
      throw conflict("Only an import of the last 24 hours can be undone");
    }
    await trx
      .updateTable("imports")
      .set({ state: "undoing", ...leaseOf(lease) })
      .where("id", "=", row.id)
      .execute();
    if (isFresh) {
      const details = { from: row.file_name };
      const event = { action: "tasks.import_undone", subject: userSubject(by), details } as const;
      await record(trx, { by, at: now }, event);
    }
  });
}

/** The tasks that still exist, and those of them that someone has changed or commented on. */
async function readTasks(trx: Transaction<Database>, ids: readonly string[]) {
  const existing = await trx
    .selectFrom("tasks")
    .select("id")
    .where("id", "in", valuesIn(trx, ids))
    .execute();
  const changed = await trx
    .selectFrom("task_history")
    .select("task_id")
    .distinct()
    .where("task_id", "in", valuesIn(trx, ids))
    .where("kind", "!=", "created")
    .execute();
  return {
    existing: new Set(existing.map((task) => task.id)),
    changed: new Set(changed.map(({ task_id }) => task_id)),
  };
}

async function undoBatch(
  trx: Transaction<Database>,
  row: ImportRecord,
  items: readonly ImportItem[],
): Promise<void> {
  const ids = items.flatMap(({ task_id }) => task_id ?? []);
  const { existing, changed } = await readTasks(trx, ids);
  const removed = ids.filter((id) => existing.has(id) && !changed.has(id));
  await trx.deleteFrom("tasks").where("id", "in", valuesIn(trx, removed)).execute();
  await deleteHistory(trx, removed);
  const forgotten = ids.filter((id) => !existing.has(id) || !changed.has(id));
  await trx.deleteFrom("import_sources").where("task_id", "in", valuesIn(trx, forgotten)).execute();
  await saveOutcomes(
    trx,
    row,
    items.map((item): ImportItem => {
      const id = item.task_id ?? "";
      if (!existing.has(id)) {
        return { ...item, outcome: "removed", remarks: '["The task had been deleted before"]' };
      }
      if (!changed.has(id)) return { ...item, outcome: "removed", remarks: "[]", task_id: null };
      return {
        ...item,
        outcome: "kept",
        remarks: '["The task was changed since, so it was kept"]',
      };
    }),
    items.map(({ outcome }) => outcome),
  );
}

/**
 * Deletes the tasks of an import, except those that someone has changed since: they are kept.
 * Throws a 409 if the time for an undo is over.
 */
export async function undoImport(
  db: Kysely<Database>,
  id: string,
  context: RunContext,
): Promise<void> {
  const lease = newLease(id);
  await begin(db, lease, context);
  await whileLeased(db, lease, () =>
    inSteps(db, lease, async (trx, row) => {
      const items = await trx
        .selectFrom("import_items")
        .selectAll()
        .where("import_id", "=", id)
        .where("outcome", "in", CREATED)
        .limit(UNDO_BATCH)
        .execute();
      await undoBatch(trx, row, items);
      if (items.length === UNDO_BATCH) return true;
      await trx.updateTable("imports").set({ state: "undone" }).where("id", "=", id).execute();
      return false;
    }),
  );
}

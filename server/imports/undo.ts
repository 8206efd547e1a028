import type { Kysely, Transaction } from "kysely";
import { jobItemId } from "#contract/inbox.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { forgetChanges, record, userSubject } from "#server/changes/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { ImportItem, ImportRecord } from "#server/db/schema/imports.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { beginJob, isBegun } from "#server/jobs/queries.ts";
import { countUnrecorded, type JobWork, type Step } from "#server/jobs/step.ts";
import { deleteUnused } from "#server/labels/manyLabels.ts";
import { conflict } from "#server/refusals.ts";
import { createdLabels } from "./importLabels.ts";
import { countsOf, saveOutcomes } from "./items.ts";
import { findImport, undoUntil } from "./queries.ts";
import { requireIdle } from "./run.ts";

/** The number of tasks per transaction. Fewer than in a run, because deletions take longer. */
const UNDO_BATCH = 50;

const CREATED = ["imported", "remarks"] as const;

/** The tasks that still exist, and those of them that someone has changed or commented on. */
async function readTasks(trx: Transaction<Database>, ids: readonly string[]) {
  const existing = await trx
    .selectFrom("tasks")
    .select("id")
    .where("id", "in", valuesIn(trx, ids))
    .execute();
  const changed = await trx
    .selectFrom("changes")
    .select("subject_id")
    .distinct()
    .where("subject_id", "in", valuesIn(trx, ids))
    .where("kind", "!=", "task.created")
    .execute();
  return {
    existing: new Set(existing.map((task) => task.id)),
    changed: new Set(changed.map(({ subject_id }) => subject_id)),
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
  await trx.deleteFrom("comments").where("task_id", "in", valuesIn(trx, removed)).execute();
  await trx.deleteFrom("task_labels").where("task_id", "in", valuesIn(trx, removed)).execute();
  await trx.deleteFrom("tasks").where("id", "in", valuesIn(trx, removed)).execute();
  await forgetChanges(trx, removed);
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
 * Begins to delete the tasks of an import, except those that someone has changed since, or goes on.
 * Throws a 409 if the time for an undo is over.
 *
 * @returns the lease of the job; undefined if the undo isn't new: a request may be repeated
 */
export async function beginUndo(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<Lease | undefined> {
  const job = { kind: "import_undo", subject_id: id } as const;
  return await transaction(db, async (trx) => {
    if (await isBegun(trx, job, context)) return undefined;
    const row = await findImport(trx, id);
    await requireIdle(trx, id);
    if (row.state !== "undoing" && undoUntil(row, context.at) === null) {
      throw conflict("Only an import of the last 24 hours can be undone");
    }
    await trx.updateTable("imports").set({ state: "undoing" }).where("id", "=", id).execute();
    return await beginJob(trx, job, context);
  });
}

/** Deletes the next labels that the import has created and no task has. */
async function undoLabels(
  trx: Transaction<Database>,
  row: ImportRecord,
  { by, at }: ChangeContext,
): Promise<Step> {
  const labels = createdLabels(row);
  const next = labels.slice(0, UNDO_BATCH);
  if (next.length > 0) {
    const origin = { kind: "import", id: row.id } as const;
    await deleteUnused(trx, next, { by, at, origin }, `import ${row.id}`);
    await trx
      .updateTable("imports")
      .set({ labels: JSON.stringify(labels.slice(UNDO_BATCH)) })
      .where("id", "=", row.id)
      .execute();
  }
  return { events: [], hasMore: labels.length > UNDO_BATCH };
}

async function undoStep(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext,
): Promise<Step> {
  const row = await findImport(trx, id);
  const items = await trx
    .selectFrom("import_items")
    .selectAll()
    .where("import_id", "=", id)
    .where("outcome", "in", CREATED)
    .limit(UNDO_BATCH)
    .execute();
  if (items.length === 0) return await undoLabels(trx, row, context);
  await undoBatch(trx, row, items);
  return { events: [], hasMore: true };
}

/** The work of an import's undo. Another admin can go on with a stopped one. */
export const IMPORT_UNDO: JobWork = {
  open: async () => async (trx, job, context) => await undoStep(trx, job.subject_id, context),
  async end(trx, job, context) {
    const { by } = context;
    const { subject_id: id, state } = job;
    const row = await findImport(trx, id);
    if (state === "done") {
      await trx.updateTable("imports").set({ state: "undone" }).where("id", "=", id).execute();
    }
    const count = await countUnrecorded(trx, job, countsOf(row).removed);
    const details = { from: row.file_name, count };
    if (count === 0) return [{ type: "import", id, change: "undone", by: null }];
    const ended = { kind: "tasks.import_undone", subject: userSubject(by) } as const;
    const endedJob = { job, item: jobItemId("import_undo", id) };
    await record(trx, context, { ...ended, details, ends: `import ${id}`, endedJob });
    return [];
  },
};

import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { ImportMapping, RowOutcome } from "#contract/imports.ts";
import { record, userSubject } from "#server/audit/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { inPages } from "#server/db/inPages.ts";
import type { Database, ImportItem, ImportRecord } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";
import type { Outline } from "./foreignTask.ts";
import { outlineCollector } from "./formats/table.ts";
import { insertPlanned, type PlannedRow } from "./insertTasks.ts";
import { planContext, readAccounts, withRoles } from "./mapping.ts";
import { type PlanContext, planTask } from "./plan.ts";
import { findImport, foreignTask, isBusy, readMapping, readOutline } from "./queries.ts";

/** Rows per transaction: few, so that other requests wait only briefly. */
export const RUN_BATCH = 100;
/** The time in ms for which a request that crashed blocks the import. */
const BUSY_MS = 60_000;

export const busyUntil = (): string => new Date(Date.now() + BUSY_MS).toISOString();

export interface RunContext {
  by: NamedRecord;
  /** The id of `by`, if they have an account. */
  account: string | null;
  now: Date;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Sets the results of rows. Writes whole rows, because one update statement can't give each row its own
 * result.
 */
export async function saveOutcomes(
  trx: Transaction<Database>,
  items: readonly ImportItem[],
): Promise<void> {
  if (items.length === 0) return;
  await trx
    .insertInto("import_items")
    .values([...items])
    .onConflict((clash) =>
      clash.columns(["import_id", "position"]).doUpdateSet((eb) => ({
        data: eb.ref("excluded.data"),
        outcome: eb.ref("excluded.outcome"),
        remarks: eb.ref("excluded.remarks"),
        task_id: eb.ref("excluded.task_id"),
      })),
    )
    .execute();
}

/**
 * Starts a run or a dry run, or continues an interrupted run with its mapping. Throws a 409 if the
 * import is under way or was done.
 */
async function begin(
  db: Kysely<Database>,
  id: string,
  { dry, mapping }: { dry: boolean; mapping: ImportMapping & { timeZone: string } },
  { by, now }: RunContext,
): Promise<ImportRecord> {
  return await transaction(db, async (trx) => {
    const row = await findImport(trx, id);
    if (row.total === 0 || isBusy(row)) throw conflict("This import is under way");
    const isFresh = row.state === "draft" || row.state === "checked";
    if (!isFresh && (dry || row.state !== "running")) throw conflict("This file was imported");
    const change = {
      busy_until: busyUntil(),
      ...(isFresh && { mapping: JSON.stringify(mapping) }),
      ...(isFresh && !dry && { state: "running" as const, started_at: now.toISOString() }),
    };
    await trx.updateTable("imports").set(change).where("id", "=", id).execute();
    if (isFresh) {
      await trx
        .updateTable("import_items")
        .set({ outcome: null, remarks: "[]" })
        .where("import_id", "=", id)
        .where("outcome", "is not", null)
        .execute();
    }
    if (isFresh && !dry) {
      const details = { from: row.file_name, count: row.total };
      await record(
        trx,
        { by, at: now },
        { action: "tasks.imported", subject: userSubject(by), details },
      );
    }
    return { ...row, ...change };
  });
}

/** The rows of an import in their order. */
const itemsOf = (db: Kysely<Database>, id: string) =>
  inPages<ImportItem>(RUN_BATCH, (last) =>
    db
      .selectFrom("import_items")
      .selectAll()
      .where("import_id", "=", id)
      .where("position", ">", last?.position ?? 0)
      .orderBy("position")
      .limit(RUN_BATCH)
      .execute(),
  );

/** Collects the lists and people of a table again after the roles of its columns have changed. */
async function withNewLists(
  db: Kysely<Database>,
  row: ImportRecord,
  outline: Outline,
): Promise<Outline> {
  const before = readOutline(row);
  if (before.columns.every(({ role }, index) => role === outline.columns[index]?.role))
    return outline;
  const collector = outlineCollector(outline);
  for await (const items of itemsOf(db, row.id)) {
    for (const { data } of items) collector.add(JSON.parse(data) as string[]);
    await nextTurn();
  }
  const { lists, people } = collector.finish();
  const changed = { ...outline, lists, people };
  await db
    .updateTable("imports")
    .set({ outline: JSON.stringify(changed) })
    .where("id", "=", row.id)
    .execute();
  return changed;
}

/** The rows whose foreign id was imported before, or appears earlier in the batch. */
async function knownSources(
  trx: Transaction<Database>,
  source: ImportRecord["source"],
  items: readonly ImportItem[],
): Promise<Set<ImportItem>> {
  const rows = await trx
    .selectFrom("import_sources")
    .select("source_id")
    .where("source", "=", source)
    .where(
      "source_id",
      "in",
      valuesIn(
        trx,
        items.map((item) => item.source_id),
      ),
    )
    .execute();
  const seen = new Set(rows.map(({ source_id }) => source_id));
  const known = new Set<ImportItem>();
  for (const item of items) {
    if (seen.has(item.source_id)) known.add(item);
    seen.add(item.source_id);
  }
  return known;
}

interface Batch extends Pick<RunContext, "by" | "account"> {
  row: ImportRecord;
  outline: Outline;
  context: PlanContext;
  dry: boolean;
}

/** Handles some rows in one transaction: plans them, and inserts the tasks unless it is a dry run. */
async function runBatch(
  trx: Transaction<Database>,
  items: readonly ImportItem[],
  { row, outline, context, dry, by, account }: Batch,
): Promise<void> {
  const known = await knownSources(trx, row.source, items);
  const planned: PlannedRow[] = [];
  const handled = items.map((item): ImportItem => {
    const result = (outcome: RowOutcome, remarks: string[], task_id: string | null = null) => ({
      ...item,
      outcome,
      remarks: JSON.stringify(remarks),
      task_id,
      data: dry ? item.data : "",
    });
    if (known.has(item)) return result("present", ["This task was imported before"]);
    const { task, remarks } = planTask(foreignTask(outline, item.data), context);
    if (!task) return result("refused", remarks);
    const id = randomUUID();
    planned.push({ id, task, position: item.position, sourceId: item.source_id });
    return result(remarks.length > 0 ? "remarks" : "imported", remarks, dry ? null : id);
  });
  if (!dry)
    await insertPlanned(trx, planned, { source: row.source, by, account, now: context.now });
  await saveOutcomes(trx, handled);
  await trx
    .updateTable("imports")
    .set({ busy_until: busyUntil() })
    .where("id", "=", row.id)
    .execute();
}

/**
 * Imports the rows of a draft, or only reports what would happen. Each batch is a transaction: an
 * interrupted import continues where it stopped. Throws a 409 if it is under way or was done.
 */
export async function runImport(
  db: Kysely<Database>,
  id: string,
  request: { dry: boolean; mapping: ImportMapping & { timeZone: string } },
  context: RunContext,
): Promise<void> {
  const { dry } = request;
  const row = await begin(db, id, request, context);
  try {
    const mapping = readMapping(row);
    const outline = await withNewLists(db, row, withRoles(readOutline(row), mapping));
    const now = new Date(dry ? context.now : (row.started_at ?? context.now));
    const plan = planContext(outline, mapping, await readAccounts(db), {
      timeZone: mapping.timeZone,
      now,
    });
    const batch: Batch = {
      row,
      outline,
      context: plan,
      dry,
      by: context.by,
      account: context.account,
    };
    let done = 0;
    for await (const items of itemsOf(db, id)) {
      const open = items.filter(({ outcome }) => outcome === null);
      if (open.length > 0) await transaction(db, (trx) => runBatch(trx, open, batch));
      done += items.length;
      context.onProgress?.(done, row.total);
      await nextTurn();
    }
    const finished = dry
      ? { state: "checked" as const }
      : { state: "done" as const, finished_at: context.now.toISOString() };
    await db.updateTable("imports").set(finished).where("id", "=", id).execute();
  } finally {
    await db.updateTable("imports").set({ busy_until: null }).where("id", "=", id).execute();
  }
}

import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { ImportMapping, RowOutcome } from "#contract/imports.ts";
import { record, userSubject } from "#server/audit/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, ImportItem, ImportRecord } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";
import { boundedOutline } from "./bounds.ts";
import type { Outline } from "./foreignTask.ts";
import { outlineCollector } from "./formats/table.ts";
import { insertPlanned, type PlannedRow } from "./insertTasks.ts";
import { handledRows, nextItems, saveOutcomes } from "./items.ts";
import {
  inSteps,
  isBusy,
  type Lease,
  leaseOf,
  newLease,
  renewLease,
  whileLeased,
} from "./lease.ts";
import { planContext, readAccounts, withRoles } from "./mapping.ts";
import { type PlanContext, planTask } from "./plan.ts";
import { findImport, foreignTask, readMapping, readOutline } from "./queries.ts";

export interface RunContext {
  by: NamedRecord;
  /** The id of `by`, if they have an account. */
  account: string | null;
  now: Date;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Starts a run or a dry run, or continues an interrupted run with its mapping. Throws a 409 if the
 * import is under way or was done.
 */
async function begin(
  db: Kysely<Database>,
  lease: Lease,
  { dry, mapping }: { dry: boolean; mapping: ImportMapping & { timeZone: string } },
  { by, now }: RunContext,
): Promise<ImportRecord> {
  return await transaction(db, async (trx) => {
    const row = await findImport(trx, lease.id);
    if (row.total === 0 || isBusy(row)) throw conflict("This import is under way");
    const isFresh = row.state === "draft" || row.state === "checked";
    if (!isFresh && (dry || row.state !== "running")) throw conflict("This file was imported");
    const change = {
      ...leaseOf(lease),
      ...(isFresh && { mapping: JSON.stringify(mapping), counts: "{}" }),
      ...(isFresh && !dry && { state: "running" as const, started_at: now.toISOString() }),
    };
    await trx.updateTable("imports").set(change).where("id", "=", row.id).execute();
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

/** Collects the lists and people of a table again after the roles of its columns have changed. */
async function withNewLists(
  db: Kysely<Database>,
  lease: Lease,
  row: ImportRecord,
  outline: Outline,
): Promise<Outline> {
  const before = readOutline(row);
  if (before.columns.every(({ role }, index) => role === outline.columns[index]?.role))
    return outline;
  const collector = outlineCollector(outline);
  for (let position = 0; ; ) {
    const items = await nextItems(db, row.id, position);
    const last = items.at(-1);
    if (!last) break;
    for (const { data } of items) collector.add(JSON.parse(data) as string[]);
    ({ position } = last);
    await nextTurn();
  }
  const { lists, people } = collector.finish();
  const changed = boundedOutline({ ...outline, lists, people });
  await transaction(db, async (trx) => {
    await renewLease(trx, lease);
    await trx
      .updateTable("imports")
      .set({ outline: JSON.stringify(changed) })
      .where("id", "=", row.id)
      .execute();
  });
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

interface Plans extends Pick<RunContext, "by" | "account"> {
  outline: Outline;
  context: PlanContext;
  dry: boolean;
}

/** Handles some rows in one transaction: plans them, and inserts the tasks unless it is a dry run. */
async function runBatch(
  trx: Transaction<Database>,
  row: ImportRecord,
  items: readonly ImportItem[],
  { outline, context, dry, by, account }: Plans,
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
  await saveOutcomes(trx, row, handled);
}

/**
 * Imports the rows of a draft, or only reports what would happen. Each batch is a transaction: an
 * interrupted import continues where it stopped. Throws a 409 if it is under way or was done.
 */
export async function runImport(
  db: Kysely<Database>,
  id: string,
  request: { dry: boolean; mapping: ImportMapping & { timeZone: string } },
  runContext: RunContext,
): Promise<void> {
  const { dry } = request;
  const { by, account, now, onProgress } = runContext;
  const lease = newLease(id);
  const begun = await begin(db, lease, request, runContext);
  await whileLeased(db, lease, async () => {
    const mapping = readMapping(begun);
    const outline = await withNewLists(db, lease, begun, withRoles(readOutline(begun), mapping));
    const context = planContext(outline, mapping, await readAccounts(db), {
      timeZone: mapping.timeZone,
      now: new Date(dry ? now : (begun.started_at ?? now)),
    });
    const finished = dry
      ? { state: "checked" as const }
      : { state: "done" as const, finished_at: now.toISOString() };
    await inSteps(db, lease, async (trx, row) => {
      const items = await nextItems(trx, id, handledRows(row));
      await runBatch(trx, row, items, { outline, context, dry, by, account });
      const done = handledRows(row) + items.length;
      onProgress?.(done, row.total);
      if (done < row.total) return true;
      await trx.updateTable("imports").set(finished).where("id", "=", id).execute();
      return false;
    });
  });
}

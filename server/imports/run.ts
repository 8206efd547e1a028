import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { ImportMapping, RowOutcome } from "#contract/imports.ts";
import { jobItemId } from "#contract/inbox.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { type ChangeContext, isProgram } from "#server/changes/context.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { ImportItem, ImportRecord } from "#server/db/schema/imports.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { isHeld, type Lease } from "#server/jobs/lease.ts";
import { beginJob, isBegun } from "#server/jobs/queries.ts";
import { countUnrecorded, type JobWork } from "#server/jobs/step.ts";
import { conflict } from "#server/refusals.ts";
import type { Outline } from "./formats/foreignTask.ts";
import { openLabels } from "./importLabels.ts";
import { insertPlanned, type PlannedRow } from "./insertTasks.ts";
import { countsOf, handledRows, nextItems, saveOutcomes } from "./items.ts";
import { planContext, readAccounts, withRoles } from "./mapping.ts";
import { type PlanContext, planTask } from "./plan.ts";
import { findImport, foreignTask, readMapping, readOutline } from "./queries.ts";
import { boundedOutline } from "./reading/bounds.ts";
import { outlineCollector } from "./table/table.ts";

/** Throws a 409 if somebody works on the import. */
export async function requireIdle(trx: Transaction<Database>, id: string): Promise<void> {
  if (await isHeld(trx, id)) throw conflict("This import is under way");
}

/** Collects the lists and people of a table again after the roles of its columns have changed. */
async function withNewLists(
  db: Kysely<Database>,
  row: ImportRecord,
  mapping: ImportMapping,
): Promise<Outline> {
  const before = readOutline(row);
  const outline = withRoles(before, mapping);
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
  return boundedOutline({ ...outline, lists, people });
}

/**
 * Begins a run or a dry run, or goes on with an interrupted run and its mapping. Throws a 409 if the
 * import is under way or was done.
 *
 * @returns the lease of the job; undefined if the run isn't new: a request may be repeated
 */
export async function beginImport(
  db: Kysely<Database>,
  id: string,
  { dry, mapping }: { dry: boolean; mapping: ImportMapping & { timeZone: string } },
  context: ChangeContext,
): Promise<Lease | undefined> {
  const job = { kind: dry ? "import_check" : "import", subject_id: id } as const;
  const outline = await withNewLists(db, await findImport(db, id), mapping);
  return await transaction(db, async (trx) => {
    const isRepeat = await isBegun(trx, job, context);
    const { state, total } = await findImport(trx, id);
    // A repeat continues an import that nobody works on.
    if (isRepeat && (state !== "running" || (await isHeld(trx, id)))) return undefined;
    await requireIdle(trx, id);
    if (total === 0) throw conflict("This import is under way");
    const isFresh = state === "draft" || state === "checked";
    if (!isFresh && (dry || state !== "running")) throw conflict("This file was imported");
    if (isFresh) {
      const chosen = { mapping: JSON.stringify(mapping), outline: JSON.stringify(outline) };
      // A check makes an earlier report invalid until it has ended.
      const begun = dry
        ? ({ state: "draft" } as const)
        : ({ state: "running", started_at: context.at.toISOString() } as const);
      await trx
        .updateTable("imports")
        .set({ ...chosen, counts: "{}", labels: "[]", ...begun })
        .where("id", "=", id)
        .execute();
    }
    return await beginJob(trx, job, context);
  });
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

interface Plans {
  outline: Outline;
  plan: PlanContext;
  dry: boolean;
  by: NamedRecord;
  now: Date;
}

/** Handles some rows in one transaction: plans them, and inserts the tasks unless it is a dry run. */
async function runBatch(
  trx: Transaction<Database>,
  row: ImportRecord,
  items: readonly ImportItem[],
  { outline, plan, dry, by, now }: Plans,
): Promise<void> {
  const known = await knownSources(trx, row.source, items);
  const labels = await openLabels(trx, row, dry);
  const withRoom = { ...plan, hasRoomFor: labels.hasRoomFor };
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
    const { task, remarks, isSkipped } = planTask(foreignTask(outline, item.data), withRoom);
    if (!task) return result(isSkipped ? "skipped" : "refused", remarks);
    const id = randomUUID();
    planned.push({ id, task, position: item.position, sourceId: item.source_id });
    return result(remarks.length > 0 ? "remarks" : "imported", remarks, dry ? null : id);
  });
  const account = isProgram(by) ? null : by.id;
  const origin = { kind: "import", id: row.id } as const;
  const tasks = planned.map(({ task }) => task);
  await labels.create(tasks, account, { by, at: now, origin });
  if (!dry) {
    const { id: importId, source } = row;
    await insertPlanned(trx, planned, { importId, source, by, account, labelIds: labels.ids, now });
  }
  await saveOutcomes(trx, row, handled);
}

/** Reads how an import maps its rows. Returns what each step does. */
const openImport: JobWork["open"] = async (db, { subject_id: id, kind, made_at }) => {
  const dry = kind === "import_check";
  const begun = await findImport(db, id);
  const mapping = readMapping(begun);
  const outline = withRoles(readOutline(begun), mapping);
  // The same in all steps, because the order of tasks in their columns depends on it.
  const now = new Date(begun.started_at ?? made_at);
  const { timeZone } = mapping;
  const plan = planContext(outline, mapping, await readAccounts(db), { timeZone, now });
  return async (trx, _job, { by }) => {
    const row = await findImport(trx, id);
    const items = await nextItems(trx, id, handledRows(row));
    await runBatch(trx, row, items, { outline, plan, dry, by, now });
    return { events: [], hasMore: handledRows(row) + items.length < row.total };
  };
};

/** The work of a dry run, which only reports what would happen. */
export const IMPORT_CHECK: JobWork = {
  open: openImport,
  async end(trx, { subject_id, state }) {
    if (state === "done") {
      const checked = trx.updateTable("imports").set({ state: "checked" });
      await checked.where("id", "=", subject_id).execute();
    }
    return [];
  },
};

/** The work of an import. Another admin can go on with a stopped one. */
export const IMPORT: JobWork = {
  open: openImport,
  async end(trx, job, context) {
    const { by } = context;
    const { subject_id: id, state } = job;
    const row = await findImport(trx, id);
    if (state === "done") {
      const finished = { state, finished_at: context.at.toISOString() };
      await trx.updateTable("imports").set(finished).where("id", "=", id).execute();
    }
    const { imported, remarks } = countsOf(row);
    const count = await countUnrecorded(trx, job, imported + remarks);
    if (count === 0) return [{ type: "import", id, change: "imported", by: null }];
    const details = { from: row.file_name, count };
    const ended = { kind: "tasks.imported", subject: userSubject(by) } as const;
    const endedJob = { job, item: jobItemId("import", id) };
    await record(trx, context, { ...ended, details, ends: `import ${id}`, endedJob });
    return [];
  },
};

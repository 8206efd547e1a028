import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import {
  IMPORT_SOURCES,
  type ImportMapping,
  PREVIEW_ROWS,
  REPORTED_ROWS,
  type RowOutcome,
  SOURCE_NAMES,
  UNDO_HOURS,
} from "#contract/imports.ts";
import type { Import, ImportCounts, ImportDetail, ImportRow } from "#contract/shapes/imports.ts";
import { HOUR_MS } from "#contract/time.ts";
import type { ImportItem, ImportRecord } from "#server/db/schema/imports.ts";
import type { Database } from "#server/db/schema.ts";
import { isUnderWay } from "#server/jobs/lease.ts";
import { type JobsOf, readJobs } from "#server/jobs/queries.ts";
import { notFound } from "#server/refusals.ts";
import type { ForeignTask, Outline } from "./formats/foreignTask.ts";
import { createdLabels } from "./importLabels.ts";
import { countsOf, handledRows } from "./items.ts";
import { listTargets, personUsers, planContext, readAccounts, withRoles } from "./mapping.ts";
import { type PlanContext, planTask } from "./plan.ts";
import { isUnknownStatus } from "./proposedStatus.ts";
import { taskInRow } from "./table/table.ts";

/** The maximum number of imports in a list. */
const IMPORTS_MAX = 100;

/** The columns of an import without its outline and its mapping, which may be large. */
const SUMMARY = [
  "id",
  "source",
  "file_name",
  "state",
  "created_at",
  "created_by_name",
  "finished_at",
  "total",
  "counts",
] as const;
type Summary = Pick<ImportRecord, (typeof SUMMARY)[number]>;
/** The columns of a row without its data, which may be large. */
const REPORTED_COLUMNS = ["position", "title", "list", "outcome", "remarks", "task_id"] as const;

export const readOutline = (row: ImportRecord): Outline => JSON.parse(row.outline) as Outline;

/** The stored mapping, and the time zone of the user who chose it. */
export const readMapping = (row: ImportRecord) =>
  JSON.parse(row.mapping) as ImportMapping & { timeZone: string };

/** The foreign task in a stored row. */
export const foreignTask = (outline: Outline, data: string): ForeignTask =>
  outline.columns.length > 0
    ? taskInRow(outline, JSON.parse(data) as string[])
    : (JSON.parse(data) as ForeignTask);

/** Throws a 404 if there is no such import. */
export async function findImport(db: Kysely<Database>, id: string): Promise<ImportRecord> {
  return await db
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Import not found"));
}

/** The instant until which a finished import can be undone. */
export function undoUntil(
  { state, finished_at }: Pick<ImportRecord, "state" | "finished_at">,
  now: Date,
): string | null {
  if (state !== "done" || finished_at === null) return null;
  const until = new Date(Date.parse(finished_at) + UNDO_HOURS * HOUR_MS);
  return until > now ? until.toISOString() : null;
}

/**
 * The number of rows that the current step has handled. An undo handles only rows that created a task.
 */
const doneOf = (row: Summary, { imported, remarks }: ImportCounts): number =>
  row.state === "undoing" ? row.total - imported - remarks : handledRows(row);

const present = (row: Summary, jobs: JobsOf | undefined, now: Date): Import => ({
  id: row.id,
  source: IMPORT_SOURCES.find((source) => source === row.source) ?? "csv",
  file_name: row.file_name || SOURCE_NAMES[row.source],
  state: row.state,
  isBusy: jobs !== undefined && [...jobs.values()].some(isUnderWay),
  created_at: row.created_at,
  created_by: row.created_by_name,
  finished_at: row.finished_at,
  undo_until: undoUntil(row, now),
  total: row.total,
  done: doneOf(row, countsOf(row)),
  counts: countsOf(row),
});

/** The newest imports. */
export async function listImports(db: Kysely<Database>, now: Date): Promise<Import[]> {
  const rows = await db
    .selectFrom("imports")
    .select(SUMMARY)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(IMPORTS_MAX)
    .execute();
  const jobs = await readJobs(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, jobs.get(row.id), now));
}

const reported = (item: Pick<ImportItem, (typeof REPORTED_COLUMNS)[number]>): ImportRow => ({
  position: item.position,
  title: item.title,
  list: item.list,
  status: null,
  due_date: null,
  assignee_id: null,
  outcome: item.outcome,
  remarks: JSON.parse(item.remarks) as string[],
  task_id: item.task_id,
});

function previewed(item: ImportItem, outline: Outline, context: PlanContext): ImportRow {
  const { task, remarks } = planTask(foreignTask(outline, item.data), context);
  return {
    ...reported(item),
    title: task?.title ?? item.title,
    status: task?.status ?? null,
    due_date: task?.due_date ?? null,
    assignee_id: task?.assignee_id ?? null,
    remarks,
  };
}

const REPORTED: readonly RowOutcome[] = ["refused", "kept", "remarks", "skipped"];

/** The first rows of a draft, or the rows with remarks, the most important first. */
async function shownRows(
  db: Kysely<Database>,
  row: ImportRecord,
  outline: Outline,
  context: PlanContext,
) {
  const rows = db.selectFrom("import_items").where("import_id", "=", row.id).orderBy("position");
  const found: ImportRow[] = [];
  if (row.state === "draft") {
    for (const item of await rows.selectAll().limit(PREVIEW_ROWS).execute()) {
      found.push(previewed(item, outline, context));
      // A row may take 50 ms.
      await nextTurn();
    }
    return found;
  }
  for (const outcome of REPORTED) {
    const left = REPORTED_ROWS - found.length;
    if (left === 0) break;
    const some = await rows
      .select(REPORTED_COLUMNS)
      .where("outcome", "=", outcome)
      .where("position", "<=", handledRows(row))
      .limit(left)
      .execute();
    found.push(...some.map(reported));
  }
  return found;
}

/** An import with its proposals or choices, and its first rows. Throws a 404 if there is none. */
export async function importDetail(
  db: Kysely<Database>,
  id: string,
  now: Date,
): Promise<ImportDetail> {
  const row = await findImport(db, id);
  const mapping = readMapping(row);
  const outline = withRoles(readOutline(row), mapping);
  const accounts = await readAccounts(db);
  const context = planContext(outline, mapping, accounts, { timeZone: mapping.timeZone, now });
  const targets = listTargets(outline, mapping);
  const users = personUsers(outline, mapping, accounts);
  return {
    ...present(row, (await readJobs(db, [id])).get(id), now),
    columns: outline.columns,
    lists: outline.lists.map(({ key, name, count, isDone }) => ({
      key,
      name,
      count,
      target: targets.get(key) ?? "Todo",
      isUnknown: key !== "" && !isDone && isUnknownStatus(name),
    })),
    people: outline.people.map((person) => ({ ...person, user_id: users.get(person.key) ?? null })),
    dates: outline.dates === null ? null : (mapping.dates ?? outline.dates),
    notes: outline.notes,
    labels: createdLabels(row).map(({ name }) => name),
    rows: await shownRows(db, row, outline, context),
  };
}

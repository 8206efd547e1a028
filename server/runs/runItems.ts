import type { Kysely, Transaction } from "kysely";
import { RUN_ITEMS_PAGE, type RunItemsQuery, type RunResult } from "#contract/run.ts";
import { TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import { inPages } from "#server/db/inPages.ts";
import type { RunItemRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { csvLine } from "#server/http/csv.ts";
import { Refusal } from "#server/refusals.ts";
import type { ItemResult, Run, RunKind } from "./runKind.ts";

/** The result of a changed item, and what an undo needs to know. */
export const done = (before = ""): ItemResult => ({ result: "done", reason: "", before });
export const UNCHANGED: ItemResult = { result: "unchanged", reason: "" };
export const UNDONE: ItemResult = { result: "undone", reason: "" };
export const CHANGED_SINCE: ItemResult = { result: "kept", reason: "Changed since" };

/** The result of a refusal. The queries refuse before they write, so the transaction goes on. */
export function refusal(failure: unknown): ItemResult {
  if (!(failure instanceof Refusal)) throw failure;
  const { body } = failure;
  const reason = "error" in body ? body.error : (body.errors[0]?.msg ?? "Refused");
  return { result: "refused", reason };
}

/** Items of a run after a position. */
export async function nextItems(
  db: Kysely<Database>,
  runId: string,
  { after = 0, result }: RunItemsQuery,
  limit: number,
): Promise<RunItemRow[]> {
  return await db
    .selectFrom("run_items")
    .selectAll()
    .where("run_id", "=", runId)
    .where("position", ">", after)
    .$if(result !== undefined, (query) => query.where("result", "=", result as RunResult))
    .orderBy("position")
    .limit(limit)
    .execute();
}

/** A page of a run's items, and whether another follows. */
export async function itemsPage<Details extends object>(
  db: Kysely<Database>,
  kind: RunKind<Details>,
  run: Run<Details>,
  search: RunItemsQuery,
): Promise<{ items: object[]; left: boolean }> {
  const rows = await nextItems(db, run.id, search, RUN_ITEMS_PAGE + 1);
  const page = rows.slice(0, RUN_ITEMS_PAGE);
  const shown = await kind.presentItems(db, run, page);
  const items = page.map(({ position, result, reason }, index) =>
    Object.assign({ position, result, reason }, shown[index]),
  );
  return { items, left: rows.length > RUN_ITEMS_PAGE };
}

/**
 * Handles items one after another, until one needs another step or enough tasks were reassigned. The reason
 * of a refusal tells what earlier steps have done.
 */
export async function handleEach(
  items: readonly RunItemRow[],
  handle: (item: RunItemRow) => Promise<ItemResult>,
): Promise<ItemResult[]> {
  const outcomes: ItemResult[] = [];
  let reassigned = 0;
  for (const item of items) {
    const outcome = await handle(item).catch((failure: unknown): ItemResult => {
      const { reason } = refusal(failure);
      const reasons = [reason, item.reason].filter(Boolean).join(". ");
      return { result: item.result === "done" ? "kept" : "refused", reason: reasons };
    });
    outcomes.push(outcome);
    reassigned += outcome.tasks ?? 0;
    if (outcome.result === item.result || reassigned >= TASKS_PER_STEP) break;
  }
  return outcomes;
}

/**
 * Writes the results of items. Writes whole rows, because one update statement can't give each row its
 * own result.
 */
export async function saveItems(
  trx: Transaction<Database>,
  items: readonly RunItemRow[],
): Promise<void> {
  if (items.length === 0) return;
  await trx
    .insertInto("run_items")
    .values([...items])
    .onConflict((clash) =>
      clash.columns(["run_id", "position"]).doUpdateSet((eb) => ({
        result: eb.ref("excluded.result"),
        reason: eb.ref("excluded.reason"),
        before: eb.ref("excluded.before"),
        changed_at: eb.ref("excluded.changed_at"),
      })),
    )
    .execute();
}

const CSV_ROWS = 1_000;

const RESULTS: Readonly<Record<RunResult, string>> = {
  waiting: "Not attempted",
  done: "Done",
  unchanged: "Already so",
  left_out: "Left out",
  refused: "Refused",
  undone: "Undone",
  kept: "Kept",
};

/** The results of a run as CSV, in parts: what names an item, its result, and its id. */
export async function* resultLines<Details extends object>(
  db: Kysely<Database>,
  { noun, columns }: RunKind<Details>,
  runId: string,
): AsyncGenerator<string> {
  const headings = columns.map(([heading]) => heading);
  yield csvLine(["Row", ...headings, "Result", "Reason", `${noun} ID`]);
  const read = (last?: RunItemRow) =>
    nextItems(db, runId, { after: last?.position ?? 0 }, CSV_ROWS);
  for await (const rows of inPages(CSV_ROWS, read)) {
    yield rows
      .map((row) => {
        const names = columns.map(([_heading, field]) => row[field]);
        return csvLine([row.position, ...names, RESULTS[row.result], row.reason, row.item_id]);
      })
      .join("");
  }
}

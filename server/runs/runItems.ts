import { type Kysely, sql, type Transaction } from "kysely";
import { RUN_ITEMS_PAGE, type RunResult, type UserRunItemsQuery } from "#contract/userRun.ts";
import { inPages } from "#server/db/inPages.ts";
import type { Database } from "#server/db/schema.ts";
import { csvLine } from "#server/http/csv.ts";
import { HttpError } from "#server/http/errors.ts";
import { ITEMS, type RunItems, type RunKind } from "./runs.ts";

/** The result of an item, and why it was not changed. */
export interface ItemResult {
  result: RunResult;
  reason: string;
}

export const UNCHANGED: ItemResult = { result: "unchanged", reason: "" };
export const UNDONE: ItemResult = { result: "undone", reason: "" };
export const CHANGED_SINCE: ItemResult = { result: "kept", reason: "Changed since" };

/** The result of a refusal. The queries refuse before they write, so the transaction goes on. */
export function refusal(failure: unknown, result: "refused" | "kept" = "refused"): ItemResult {
  if (!(failure instanceof HttpError)) throw failure;
  const { body } = failure;
  const reason = "error" in body ? body.error : (body.errors[0]?.msg ?? "Refused");
  return { result, reason };
}

/** Items of a run after a position. */
export async function nextItems<Kind extends RunKind>(
  db: Kysely<Database>,
  kind: Kind,
  runId: string,
  { after = 0, result }: UserRunItemsQuery,
  limit: number,
): Promise<RunItems[Kind][]> {
  const table: (typeof ITEMS)[RunKind] = ITEMS[kind];
  // The rows of the kind's own table.
  const rows: RunItems[RunKind][] = await db
    .selectFrom(table)
    .selectAll()
    .where("run_id", "=", runId)
    .where("position", ">", after)
    .$if(result !== undefined, (query) => query.where("result", "=", result as RunResult))
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows as RunItems[Kind][];
}

/** A page of a run's items, and whether another follows. */
export async function itemsPage<Kind extends RunKind, Shown>(
  db: Kysely<Database>,
  kind: Kind,
  runId: string,
  search: UserRunItemsQuery,
  present: (item: RunItems[Kind]) => Shown,
): Promise<{ items: Shown[]; left: boolean }> {
  const rows = await nextItems(db, kind, runId, search, RUN_ITEMS_PAGE + 1);
  return {
    items: rows.slice(0, RUN_ITEMS_PAGE).map(present),
    left: rows.length > RUN_ITEMS_PAGE,
  };
}

/**
 * Writes the results of items. Writes whole rows, because one update statement can't give each row its
 * own result.
 */
export async function saveItems<Kind extends RunKind>(
  trx: Transaction<Database>,
  kind: Kind,
  items: readonly RunItems[Kind][],
): Promise<void> {
  if (items.length === 0) return;
  const table: (typeof ITEMS)[RunKind] = ITEMS[kind];
  await trx
    .insertInto(table)
    .values([...items])
    .onConflict((clash) =>
      clash.columns(["run_id", "position"]).doUpdateSet((eb) => ({
        result: eb.ref("excluded.result"),
        reason: eb.ref("excluded.reason"),
        before: eb.ref("excluded.before"),
        ...(kind === "user_run" && { changed_at: sql.ref("excluded.changed_at") }),
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
export async function* resultLines<Kind extends RunKind>(
  db: Kysely<Database>,
  kind: Kind,
  runId: string,
  columns: { names: readonly string[]; idName: string },
  valuesOf: (item: RunItems[Kind]) => { values: readonly string[]; id: string },
): AsyncGenerator<string> {
  yield csvLine(["Row", ...columns.names, "Result", "Reason", columns.idName]);
  const read = (last?: RunItems[Kind]) =>
    nextItems(db, kind, runId, { after: last?.position ?? 0 }, CSV_ROWS);
  for await (const rows of inPages(CSV_ROWS, read)) {
    yield rows
      .map((row) => {
        const { values, id } = valuesOf(row);
        return csvLine([row.position, ...values, RESULTS[row.result], row.reason, id]);
      })
      .join("");
  }
}

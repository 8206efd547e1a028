import { type Kysely, sql, type Transaction } from "kysely";
import { ROW_OUTCOMES } from "#contract/imports.ts";
import type { ImportCounts } from "#contract/shapes/imports.ts";
import type { ImportItem, ImportRecord } from "#server/db/schema/imports.ts";
import type { Database } from "#server/db/schema.ts";
import { fitting } from "#server/http/bounds.ts";

/** The limits of a batch, which keep its transaction short: other requests wait for it. */
const BATCH_ROWS = 100;
const BATCH_BYTES = 256 * 1024;

const NO_COUNTS = Object.fromEntries(ROW_OUTCOMES.map((outcome) => [outcome, 0])) as ImportCounts;

/** The number of rows of each outcome. */
export const countsOf = ({ counts }: Pick<ImportRecord, "counts">): ImportCounts => ({
  ...NO_COUNTS,
  ...(JSON.parse(counts) as Partial<ImportCounts>),
});

/**
 * The number of rows that the last run has handled, always the first ones. The outcomes of the others
 * are out of date.
 */
export const handledRows = (row: Pick<ImportRecord, "counts">): number =>
  Object.values(countsOf(row)).reduce((sum, count) => sum + count, 0);

/** The next rows after a position, in a batch; a single one may be larger. */
export async function nextItems(
  db: Kysely<Database>,
  id: string,
  after: number,
): Promise<ImportItem[]> {
  const rows = db
    .selectFrom("import_items")
    .where("import_id", "=", id)
    .where("position", ">", after)
    .orderBy("position");
  const sizes = await rows
    .select(["position", sql<number>`octet_length(data)`.as("bytes")])
    .limit(BATCH_ROWS)
    .execute();
  const batch = fitting(sizes, ({ bytes }) => bytes, BATCH_BYTES);
  const last = batch.at(-1) ?? sizes[0];
  if (!last) return [];
  return await rows.selectAll().where("position", "<=", last.position).execute();
}

/**
 * Sets the results of rows, and counts them on the import. Writes whole rows, because one update
 * statement can't give each row its own result.
 *
 * @param before the outcomes that no longer count
 */
export async function saveOutcomes(
  trx: Transaction<Database>,
  row: ImportRecord,
  items: readonly ImportItem[],
  before: readonly ImportItem["outcome"][] = [],
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
  const counts = countsOf(row);
  for (const { outcome } of items) if (outcome) counts[outcome] += 1;
  for (const outcome of before) if (outcome) counts[outcome] -= 1;
  await trx
    .updateTable("imports")
    .set({ counts: JSON.stringify(counts) })
    .where("id", "=", row.id)
    .execute();
}

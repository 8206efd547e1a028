import { type Kysely, sql, type Transaction } from "kysely";
import { groupKey, LABEL_RESTORE_DAYS, LABELS_MAX, labelKey } from "#contract/label.ts";
import type { Label } from "#contract/shapes/label.ts";
import { DAY_MS } from "#contract/time.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { LabelRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { Refusal, refused } from "#server/refusals.ts";

/* The rows of labels: names, what was merged, and what is purged. */

const LABEL_COLUMNS = ["id", "name", "color", "created_at"] as const;

/** The columns that follow from a name. */
export const nameColumns = (name: string) => ({
  name,
  name_key: labelKey(name),
  search_text: searchText(name),
});

export const presentLabel = ({ id, name, color, created_at }: LabelRow | Label): Label => ({
  id,
  name,
  color,
  created_at,
});

/** All labels by name. */
export async function listLabels(db: Kysely<Database>): Promise<Label[]> {
  return await db
    .selectFrom("labels")
    .select(LABEL_COLUMNS)
    .where("deleted_at", "is", null)
    .orderBy("search_text")
    .orderBy("id")
    .execute();
}

/** How many tasks have each label. */
export async function countTasks(
  db: Kysely<Database>,
  ids?: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("task_labels")
    .innerJoin("labels", "labels.id", "task_labels.label_id")
    .select("root_id")
    .select(sql<number | string>`count(distinct task_id)`.as("count"))
    .where("root_id", "is not", null)
    .$if(ids !== undefined, (query) => query.where("root_id", "in", valuesIn(db, ids ?? [])))
    .where((eb) =>
      eb.exists(eb.selectFrom("tasks").select("tasks.id").whereRef("tasks.id", "=", "task_id")),
    )
    .groupBy("root_id")
    .execute();
  return new Map(rows.map(({ root_id, count }) => [root_id ?? "", Number(count)]));
}

export async function findLabel(db: Kysely<Database>, id: string): Promise<LabelRow | undefined> {
  return await db.selectFrom("labels").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Throws a 409 with the label that has a name already, unless it is this one. */
export async function requireFreeName(
  trx: Transaction<Database>,
  name: string,
  id?: string,
): Promise<void> {
  const taken = await trx
    .selectFrom("labels")
    .selectAll()
    .where("name_key", "=", labelKey(name))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!taken || taken.id === id) return;
  const error = `There is a label “${taken.name}”`;
  throw new Refusal("conflict", { error, label: presentLabel(taken) });
}

/** Throws a 400 if there are so many labels that there can't be another one. */
export async function requireRoomForLabel(trx: Transaction<Database>): Promise<void> {
  const labels = trx.selectFrom("labels").select("id").where("deleted_at", "is", null);
  if ((await countRows(trx, labels)) < LABELS_MAX) return;
  throw refused([{ param: "name", msg: `There are at most ${LABELS_MAX} labels` }]);
}

/** Throws a 400 if a task would show two labels of one group. */
export async function requireOneOfGroup(
  trx: Transaction<Database>,
  rootId: string,
  name: string,
): Promise<void> {
  const group = groupKey(name);
  if (group === null) return;
  const ofGroup = (await listLabels(trx)).filter((one) => groupKey(one.name) === group);
  const others = ofGroup.flatMap(({ id }) => (id === rootId ? [] : id));
  if (others.length === 0) return;
  const rows = (ids: readonly string[]) =>
    trx
      .selectFrom("task_labels")
      .innerJoin("labels", "labels.id", "task_labels.label_id")
      .select("task_id")
      .where("root_id", "in", valuesIn(trx, ids));
  const two = await trx
    .selectFrom("tasks")
    .select("title")
    .where("id", "in", rows([rootId]))
    .where("id", "in", rows(others))
    .executeTakeFirst();
  if (!two) return;
  const msg = `The task “${two.title}” has another label of this group, and may have only one`;
  throw refused([{ param: "name", msg }]);
}

/** Writes `root_id` of all labels that were deleted or merged, or are so no longer. */
export async function writeRoots(trx: Transaction<Database>): Promise<void> {
  const rows = await trx
    .selectFrom("labels")
    .select(["id", "deleted_at", "merged_into", "root_id"])
    .where((eb) =>
      eb.or([
        eb("deleted_at", "is not", null),
        eb("root_id", "is", null),
        eb("root_id", "<>", eb.ref("id")),
      ]),
    )
    .execute();
  const gone = new Map(rows.map((row) => [row.id, row]));
  const rootOf = (id: string): string | null => {
    for (let at: string | null = id; at !== null; ) {
      const row = gone.get(at);
      if (!row || row.deleted_at === null) return at;
      at = row.merged_into;
    }
    return null;
  };
  for (const { id, root_id } of rows) {
    const root = rootOf(id);
    if (root === root_id) continue;
    await trx.updateTable("labels").set({ root_id: root }).where("id", "=", id).execute();
  }
}

/** The number of rows that a transaction purges. */
const ROWS_PURGED = 1_000;

/** Purges rows of the next label that can't be restored any longer. Returns whether there may be more. */
async function purgeNext(trx: Transaction<Database>, before: string): Promise<boolean> {
  const label = await trx
    .selectFrom("labels")
    .select(["id", "merged_into"])
    .where("deleted_at", "<", before)
    .orderBy("deleted_at")
    .limit(1)
    .executeTakeFirst();
  if (!label) return false;
  const { id, merged_into } = label;
  const rows = await trx
    .selectFrom("task_labels")
    .select("task_id")
    .where("label_id", "=", id)
    .limit(ROWS_PURGED)
    .execute();
  if (rows.length > 0) {
    const tasks = rows.map(({ task_id }) => task_id);
    if (merged_into !== null) {
      await trx
        .insertInto("task_labels")
        .values(tasks.map((task_id) => ({ task_id, label_id: merged_into })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await trx
      .deleteFrom("task_labels")
      .where("label_id", "=", id)
      .where("task_id", "in", valuesIn(trx, tasks))
      .execute();
    return true;
  }
  await trx.updateTable("labels").set({ merged_into }).where("merged_into", "=", id).execute();
  await trx.deleteFrom("labels").where("id", "=", id).execute();
  return true;
}

/** Purges the labels that were deleted or merged too long ago to be restored. */
export async function purgeLabels(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LABEL_RESTORE_DAYS * DAY_MS).toISOString();
  await inTransactions(db, (trx) => purgeNext(trx, before));
}

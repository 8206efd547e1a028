import type { Transaction } from "kysely";
import type { LabelColor } from "#contract/label.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { type PartOf, record } from "#server/changes/record.ts";
import { batchesOf } from "#server/db/batches.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { nameColumns, writeRoots } from "./labelRows.ts";
import { labelSubject } from "./manageLabels.ts";

/* Labels that long work creates and deletes. */

/** Creates labels as a part of long work, which makes sure that their names are free and there is room. */
export async function createLabels(
  trx: Transaction<Database>,
  labels: readonly (NamedRecord & { color: LabelColor })[],
  createdBy: string | null,
  context: ChangeContext,
  partOf: PartOf,
): Promise<void> {
  const created_at = context.at.toISOString();
  const none = { created_by: createdBy, deleted_at: null, merged_into: null };
  for (const batch of batchesOf(labels)) {
    const rows = batch.map(({ id, name, color }) =>
      Object.assign(nameColumns(name), { ...none, id, color, created_at, root_id: id }),
    );
    await trx.insertInto("labels").values(rows).execute();
  }
  for (const label of labels)
    await record(trx, context, { kind: "label.created", subject: labelSubject(label), partOf });
}

/** Deletes those of these labels that nobody has renamed and no task has, as a part of long work. */
export async function deleteUnused(
  trx: Transaction<Database>,
  labels: readonly NamedRecord[],
  context: ChangeContext,
  partOf: PartOf,
): Promise<void> {
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  const unused = await trx
    .selectFrom("labels")
    .select(["id", "name"])
    .where("id", "in", valuesIn(trx, [...names.keys()]))
    .where("deleted_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("task_labels")
            .innerJoin("labels as alias", "alias.id", "task_labels.label_id")
            .select("task_id")
            .whereRef("alias.root_id", "=", "labels.id"),
        ),
      ),
    )
    .execute();
  const gone = unused.filter(({ id, name }) => names.get(id) === name);
  if (gone.length === 0) return;
  await trx
    .updateTable("labels")
    .set({ deleted_at: context.at.toISOString() })
    .where(
      "id",
      "in",
      valuesIn(
        trx,
        gone.map(({ id }) => id),
      ),
    )
    .execute();
  await writeRoots(trx);
  for (const label of gone)
    await record(trx, context, { kind: "label.deleted", subject: labelSubject(label), partOf });
}

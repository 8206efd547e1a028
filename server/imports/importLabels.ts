import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { LABELS_MAX, labelKey } from "#contract/label.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { ImportRecord } from "#server/db/schema/imports.ts";
import type { Database } from "#server/db/schema.ts";
import { createLabels } from "#server/labels/manyLabels.ts";
import type { PlannedTask } from "./plan.ts";
import type { PlannedLabel } from "./plannedLabels.ts";

/* The labels that an import creates. */

/** The labels that an import has created, or would create after a check. */
export const createdLabels = ({ labels }: Pick<ImportRecord, "labels">): NamedRecord[] =>
  JSON.parse(labels) as NamedRecord[];

/** Stores that an import has created these labels, too. */
export async function addCreated(
  trx: Transaction<Database>,
  row: ImportRecord,
  labels: readonly NamedRecord[],
): Promise<void> {
  if (labels.length === 0) return;
  const all = [...createdLabels(row), ...labels.map(({ id, name }) => ({ id, name }))];
  await trx
    .updateTable("imports")
    .set({ labels: JSON.stringify(all) })
    .where("id", "=", row.id)
    .execute();
}

/** The ids of the server's labels by their keys. */
async function readKeys(db: Kysely<Database>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("labels")
    .select(["id", "name_key"])
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}

/** The labels of a step: those of the server, and new ones as far as there is room. */
export async function openLabels(trx: Transaction<Database>, row: ImportRecord, dry: boolean) {
  const ids = await readKeys(trx);
  // A check has created none.
  if (dry) for (const { id, name } of createdLabels(row)) ids.set(labelKey(name), id);
  const promised = new Set<string>();
  return {
    /** The ids by keys, after {@link create} also of the new ones. */
    ids,
    hasRoomFor(key: string): boolean {
      if (ids.has(key) || promised.has(key)) return true;
      if (ids.size + promised.size >= LABELS_MAX) return false;
      promised.add(key);
      return true;
    },
    /** Creates the labels that these tasks need. A check only counts them. */
    async create(
      tasks: readonly Pick<PlannedTask, "labels">[],
      account: string | null,
      context: ChangeContext,
    ): Promise<void> {
      const created: (PlannedLabel & NamedRecord)[] = [];
      for (const label of tasks.flatMap((task) => task.labels)) {
        if (ids.has(label.key)) continue;
        const id = randomUUID();
        ids.set(label.key, id);
        created.push({ ...label, id });
      }
      if (!dry) await createLabels(trx, created, account, context, `import ${row.id}`);
      await addCreated(trx, row, created);
    },
  };
}

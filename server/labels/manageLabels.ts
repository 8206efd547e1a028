import type { Kysely, Transaction } from "kysely";
import { LABEL_RESTORE_DAYS, type LabelColor, type LabelInput } from "#contract/label.ts";
import type { AuditDetails, AuditSubject } from "#contract/shapes/audit.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { DeletedLabel, Label } from "#contract/shapes/label.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record } from "#server/changes/record.ts";
import type { LabelRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { notFound, refused } from "#server/refusals.ts";
import {
  countTasks,
  findLabel,
  nameColumns,
  presentLabel,
  requireFreeName,
  requireOneOfGroup,
  requireRoomForLabel,
  writeRoots,
} from "./labelRows.ts";

export const labelSubject = ({ id, name }: NamedRecord): AuditSubject => ({
  kind: "label",
  id,
  name,
});

/** A label that was not deleted. Throws a 404 if there is none. */
async function requireLabel(db: Kysely<Database>, id: string): Promise<LabelRow> {
  const label = await findLabel(db, id);
  if (!label || label.deleted_at !== null) throw notFound("Label not found");
  return label;
}

/** How many tasks a change of a label concerns, for the audit log. */
async function tasksOf(trx: Transaction<Database>, id: string): Promise<AuditDetails> {
  const count = (await countTasks(trx, [id])).get(id);
  return count === undefined ? {} : { count };
}

/**
 * Creates a label. Throws a 409 with the label that has the name. A retried request gets its label, or a 404
 * if it was deleted.
 */
export async function createLabel(
  db: Kysely<Database>,
  { name, color = "gray" }: LabelInput,
  context: ChangeContext,
  id: string,
): Promise<Label> {
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return presentLabel(await requireLabel(trx, id));
    await requireFreeName(trx, name);
    await requireRoomForLabel(trx);
    const created_at = context.at.toISOString();
    const label = { id, color, created_at, created_by: context.by.id, ...nameColumns(name) };
    await trx
      .insertInto("labels")
      .values({ ...label, deleted_at: null, merged_into: null, root_id: id })
      .execute();
    await record(trx, context, { kind: "label.created", subject: labelSubject(label) });
    return presentLabel(label);
  });
}

/** Renames or recolours a label. */
export async function changeLabel(
  db: Kysely<Database>,
  id: string,
  change: { name?: string | undefined; color?: LabelColor | undefined },
  context: ChangeContext,
): Promise<Label> {
  return await transaction(db, async (trx) => {
    const label = await requireLabel(trx, id);
    const { name = label.name, color = label.color } = change;
    if (await isRecorded(trx, context)) return presentLabel(label);
    if (name === label.name && color === label.color) return presentLabel(label);
    await requireFreeName(trx, name, id);
    await requireOneOfGroup(trx, id, name);
    await trx
      .updateTable("labels")
      .set({ ...nameColumns(name), color })
      .where("id", "=", id)
      .execute();
    const details =
      name === label.name ? { from: label.color, to: color } : { from: label.name, to: name };
    await record(trx, context, {
      kind: "label.changed",
      subject: labelSubject({ id, name }),
      details,
    });
    return presentLabel({ ...label, name, color });
  });
}

/** Ends a label: its tasks no longer show it, or the one into which it is merged. */
async function endLabel(
  trx: Transaction<Database>,
  { id }: LabelRow,
  merged_into: string | null,
  { at }: ChangeContext,
): Promise<void> {
  await trx
    .updateTable("labels")
    .set({ deleted_at: at.toISOString(), merged_into })
    .where("id", "=", id)
    .execute();
  await writeRoots(trx);
}

/** Deletes a label. It can be restored, with its tasks. */
export async function deleteLabel(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const label = await requireLabel(trx, id);
    const details = await tasksOf(trx, id);
    await endLabel(trx, label, null, context);
    await record(trx, context, { kind: "label.deleted", subject: labelSubject(label), details });
  });
}

/** Merges a label into another one, which its tasks get. It can be restored. Returns the other label. */
export async function mergeLabel(
  db: Kysely<Database>,
  id: string,
  into: string,
  context: ChangeContext,
): Promise<Label> {
  return await transaction(db, async (trx) => {
    const target = await findLabel(trx, into);
    if (!target || target.deleted_at !== null || into === id) {
      throw refused([{ param: "into", msg: "Please select another label" }]);
    }
    if (await isRecorded(trx, context)) return presentLabel(target);
    const label = await requireLabel(trx, id);
    const details = { ...(await tasksOf(trx, id)), to: target.name };
    await endLabel(trx, label, into, context);
    await requireOneOfGroup(trx, into, target.name);
    await record(trx, context, { kind: "label.merged", subject: labelSubject(label), details });
    return presentLabel(target);
  });
}

/**
 * Restores a label that was deleted or merged, with the tasks that had it. Throws a 404 if there is no such
 * label, and a 409 with the label that has its name now.
 */
export async function restoreLabel(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<Label> {
  return await transaction(db, async (trx) => {
    const label = await findLabel(trx, id);
    if (label && (await isRecorded(trx, context))) return presentLabel(label);
    if (!label || label.deleted_at === null) {
      throw notFound(`No label with this id was deleted in the last ${LABEL_RESTORE_DAYS} days`);
    }
    await requireFreeName(trx, label.name);
    await requireRoomForLabel(trx);
    await trx
      .updateTable("labels")
      .set({ deleted_at: null, merged_into: null })
      .where("id", "=", id)
      .execute();
    await writeRoots(trx);
    await requireOneOfGroup(trx, id, label.name);
    const details = await tasksOf(trx, id);
    await record(trx, context, { kind: "label.restored", subject: labelSubject(label), details });
    return presentLabel(label);
  });
}

/** The maximum number of deleted labels in one response. */
const DELETED_MAX = 200;

/** The labels that can be restored, the latest deleted first. */
export async function listDeletedLabels(db: Kysely<Database>): Promise<DeletedLabel[]> {
  const rows = await db
    .selectFrom("labels")
    .leftJoin("labels as into", "into.id", "labels.merged_into")
    .select(["labels.id", "labels.name", "labels.color", "labels.deleted_at", "into.name as into"])
    .where("labels.deleted_at", "is not", null)
    .orderBy("labels.deleted_at", "desc")
    .orderBy("labels.id")
    .limit(DELETED_MAX)
    .execute();
  return rows.map(({ into, deleted_at, id, name, color }) => {
    const label: DeletedLabel = { id, name, color, deleted_at: deleted_at ?? "" };
    if (into !== null) label.into = into;
    return label;
  });
}

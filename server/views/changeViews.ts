import type { Kysely, Transaction } from "kysely";
import type { InferType } from "yup";
import type { viewPatchRule } from "#contract/rules/view.ts";
import type { AuditDetails, AuditSubject } from "#contract/shapes/audit.ts";
import type { SavedView } from "#contract/shapes/view.ts";
import { VIEWS_MAX, type ViewInput } from "#contract/view.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record } from "#server/changes/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { ViewRow } from "#server/db/schema/views.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/refusals.ts";
import {
  presentView,
  requireOwnView,
  requireRoomForView,
  requireView,
  type Viewer,
} from "./viewRows.ts";

const viewSubject = ({ id, name }: Pick<ViewRow, "id" | "name">): AuditSubject => ({
  kind: "view",
  id,
  name,
});

/** Records a change of a view. The audit log tells of shared views only. */
async function recordView(
  trx: Transaction<Database>,
  context: ChangeContext,
  kind: "view.created" | "view.changed" | "view.deleted" | "view.restored",
  view: ViewRow,
  details: AuditDetails = {},
): Promise<void> {
  const isPrivate = view.shared === 0 && details.to !== "own";
  await record(trx, context, { kind, subject: viewSubject(view), details, isPrivate });
}

/** Creates a view. A retried request gets its view, or a 404 if it was deleted. */
export async function createView(
  db: Kysely<Database>,
  { name, screen, query, shared }: ViewInput,
  by: UserRow,
  context: ChangeContext,
  id: string,
): Promise<SavedView> {
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return presentView(await requireView(trx, id, by));
    const created_at = context.at.toISOString();
    const content = { name, screen, query, shared: shared ? 1 : 0 };
    const view = { id, owner_id: by.id, ...content, version: 1, created_at, deleted_at: null };
    await requireRoomForView(trx, view, { isNew: true });
    await trx.insertInto("views").values(view).execute();
    await recordView(trx, context, "view.created", view);
    return presentView({ ...view, owner_name: by.name });
  });
}

/** What the audit log tells of a change: the former and the new name, or whether all users see it now. */
function detailsOf(before: ViewRow, after: ViewRow): AuditDetails {
  if (before.shared !== after.shared) return { to: after.shared === 1 ? "shared" : "own" };
  return before.name === after.name ? {} : { from: before.name, to: after.name };
}

/**
 * Changes a view. Throws a 409 if the view no longer has the version of the change. Nobody would see a view
 * without an owner that is no longer shared, so the admin becomes its owner.
 */
export async function changeView(
  db: Kysely<Database>,
  id: string,
  { version, ...change }: InferType<typeof viewPatchRule>,
  by: UserRow,
  context: ChangeContext,
): Promise<SavedView> {
  return await transaction(db, async (trx) => {
    const view = await requireOwnView(trx, id, by);
    if (await isRecorded(trx, context)) return presentView(view);
    if (version !== undefined && version !== view.version) {
      throw conflict("Somebody else has changed the view since");
    }
    const { owner_name, ...before } = view;
    const { name = before.name, screen = before.screen, query = before.query } = change;
    const shared = change.shared === undefined ? before.shared : Number(change.shared);
    const owner_id = before.owner_id ?? (shared === 0 ? by.id : null);
    const after = { ...before, name, screen, query, shared, owner_id };
    const isSame = Object.entries(after).every(
      ([field, value]) => before[field as keyof ViewRow] === value,
    );
    if (isSame) return presentView(view);
    if (shared > before.shared) await requireRoomForView(trx, after, { isNew: false });
    after.version += 1;
    await trx.updateTable("views").set(after).where("id", "=", id).execute();
    await recordView(trx, context, "view.changed", after, detailsOf(before, after));
    return presentView({ ...after, owner_name: owner_id === by.id ? by.name : owner_name });
  });
}

/** Deletes a view. It can be restored; of a user's deleted ones only the latest are kept. */
export async function deleteView(
  db: Kysely<Database>,
  id: string,
  by: Viewer,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const view = await requireOwnView(trx, id, by);
    const deleted_at = context.at.toISOString();
    await trx.updateTable("views").set({ deleted_at }).where("id", "=", id).execute();
    const old = await trx
      .selectFrom("views")
      .select("id")
      .where("owner_id", "=", view.owner_id)
      .where("deleted_at", "is not", null)
      .orderBy("deleted_at", "desc")
      .orderBy("id")
      .offset(VIEWS_MAX)
      .limit(VIEWS_MAX)
      .execute();
    const ids = old.map((row) => row.id);
    if (ids.length > 0) {
      await trx.deleteFrom("views").where("id", "in", valuesIn(trx, ids)).execute();
    }
    await recordView(trx, context, "view.deleted", view);
  });
}

/** Restores a deleted view. Throws a 404 if there is no such view. */
export async function restoreView(
  db: Kysely<Database>,
  id: string,
  by: Viewer,
  context: ChangeContext,
): Promise<SavedView> {
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return presentView(await requireOwnView(trx, id, by));
    const view = await requireOwnView(trx, id, by, true);
    await requireRoomForView(trx, view, { isNew: true });
    await trx.updateTable("views").set({ deleted_at: null }).where("id", "=", id).execute();
    await recordView(trx, context, "view.restored", view);
    return presentView(view);
  });
}

/** Makes a view the user's start, or none. */
export async function chooseStart(
  db: Kysely<Database>,
  view: string | null,
  by: Viewer,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (view !== null) await requireView(trx, view, by);
    await trx.updateTable("users").set({ start_view: view }).where("id", "=", by.id).execute();
  });
}

import { type Kysely, sql, type Transaction } from "kysely";
import type { SavedView } from "#contract/shapes/view.ts";
import { DAY_MS } from "#contract/time.ts";
import { SHARED_VIEWS_MAX, VIEW_RESTORE_DAYS, VIEWS_MAX } from "#contract/view.ts";
import { forgetChanges } from "#server/changes/record.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { ViewRow } from "#server/db/schema/views.ts";
import type { Database } from "#server/db/schema.ts";
import { forbidden, notFound, refused } from "#server/refusals.ts";

/* The rows of views: who sees them, how many there may be, and what is purged. */

/** The user who reads or changes views. */
export type Viewer = Pick<UserRow, "id" | "role">;

const selectViews = (db: Kysely<Database>) =>
  db
    .selectFrom("views")
    .leftJoin("users", "users.id", "views.owner_id")
    .selectAll("views")
    .select("users.name as owner_name");

export type FoundView = ViewRow & { owner_name: string | null };

export const presentView = (row: FoundView): SavedView => ({
  id: row.id,
  name: row.name,
  screen: row.screen,
  query: row.query,
  shared: row.shared === 1,
  owner:
    row.owner_id === null || row.owner_name === null
      ? null
      : { id: row.owner_id, name: row.owner_name },
  version: row.version,
  created_at: row.created_at,
});

/** The user's own and the shared views by name. */
export async function listViews(db: Kysely<Database>, { id }: Viewer): Promise<FoundView[]> {
  return await selectViews(db)
    .where("views.deleted_at", "is", null)
    .where((eb) => eb.or([eb("views.owner_id", "=", id), eb("views.shared", "=", sql.lit(1))]))
    .orderBy(sql`lower(views.name)`)
    .orderBy("views.id")
    .execute();
}

/** The views with these ids that the user may see. */
export async function findViews(
  db: Kysely<Database>,
  ids: readonly string[],
  { id }: Pick<Viewer, "id">,
): Promise<FoundView[]> {
  if (ids.length === 0) return [];
  return await selectViews(db)
    .where("views.id", "in", valuesIn(db, ids))
    .where("views.deleted_at", "is", null)
    .where((eb) => eb.or([eb("views.owner_id", "=", id), eb("views.shared", "=", sql.lit(1))]))
    .execute();
}

/** Reads a view that the user may see. Throws a 404 otherwise. */
export async function requireView(
  db: Kysely<Database>,
  id: string,
  by: Pick<Viewer, "id">,
): Promise<FoundView> {
  const [view] = await findViews(db, [id], by);
  if (!view) throw notFound("View not found");
  return view;
}

/**
 * Reads a view that the user may change: the owner, and admins if it is shared. Throws a 404 if they may not
 * see it, and a 403 if they may only see it.
 */
export async function requireOwnView(
  db: Kysely<Database>,
  id: string,
  { id: userId, role }: Viewer,
  isDeleted = false,
): Promise<FoundView> {
  const view = await selectViews(db)
    .where("views.id", "=", id)
    .where("views.deleted_at", isDeleted ? "is not" : "is", null)
    .executeTakeFirst();
  if (!view || (view.shared === 0 && view.owner_id !== userId)) {
    throw notFound(
      isDeleted
        ? `No view with this id was deleted in the last ${VIEW_RESTORE_DAYS} days`
        : "View not found",
    );
  }
  if (view.owner_id !== userId && role !== "admin") {
    throw forbidden("Only the owner of a view and admins may change it");
  }
  return view;
}

/** Throws a 400 if the user, or the server, has so many views that there can't be another one. */
export async function requireRoomForView(
  trx: Transaction<Database>,
  { owner_id, shared }: Pick<ViewRow, "owner_id" | "shared">,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const present = trx.selectFrom("views").select("id").where("deleted_at", "is", null);
  if (isNew && owner_id !== null) {
    const own = await countRows(trx, present.where("owner_id", "=", owner_id));
    if (own >= VIEWS_MAX) {
      throw refused([{ param: "name", msg: `A user has at most ${VIEWS_MAX} views` }]);
    }
  }
  if (shared === 0) return;
  const all = await countRows(trx, present.where("shared", "=", sql.lit(1)));
  if (all >= SHARED_VIEWS_MAX) {
    throw refused([{ param: "shared", msg: `There are at most ${SHARED_VIEWS_MAX} shared views` }]);
  }
}

/** Deletes the own views of a user who is deleted. Admins own the shared ones from then on. */
export async function releaseViews(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("views").where("owner_id", "=", userId).where("shared", "=", 0).execute();
  await trx.updateTable("views").set({ owner_id: null }).where("owner_id", "=", userId).execute();
}

/** The number of views that a transaction purges. */
const VIEWS_PURGED = 100;

/** Purges the views that were deleted too long ago to be restored. */
export async function purgeViews(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - VIEW_RESTORE_DAYS * DAY_MS).toISOString();
  await inTransactions(db, async (trx) => {
    const rows = await trx
      .selectFrom("views")
      .select("id")
      .where("deleted_at", "<", before)
      .limit(VIEWS_PURGED)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return false;
    if (await forgetChanges(trx, ids)) return true;
    await trx.deleteFrom("views").where("id", "in", valuesIn(trx, ids)).execute();
    return true;
  });
}

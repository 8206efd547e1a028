import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { handOver, reassignTasks, TASKS_PER_STEP } from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { inTransactions } from "#server/db/inTransactions.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { revokeAll } from "#server/secrets/revokeAll.ts";
import { releaseViews } from "#server/views/viewRows.ts";
import { requireOtherAdmin } from "./changeUser.ts";
import { getUser } from "./queries.ts";

/** The number of tasks, and of comments, that a transaction takes off their author. */
const AUTHORED_PER_STEP = 250;

/** Reads a user. Throws a 404 if there is none, and a 409 if it is the last active admin. */
async function getRemovableUser(trx: Transaction<Database>, id: string): Promise<UserRow> {
  const user = await getUser(trx, id);
  await requireOtherAdmin(trx, user);
  return user;
}

/**
 * Takes up to {@link TASKS_PER_STEP} tasks from a user who can be deleted, and returns their number.
 * Open ones go to the heir, if there is one; the others become unassigned, unless `onlyOpen`. If it
 * refuses (404 or 409), it throws before it writes.
 */
export async function releaseTasks(
  trx: Transaction<Database>,
  id: string,
  { heir, onlyOpen }: { heir: NamedRecord | null; onlyOpen: boolean },
  context: ChangeContext,
): Promise<number> {
  const from = await getRemovableUser(trx, id);
  const open = heir ? await handOver(trx, from, heir, context) : 0;
  if (onlyOpen || open === TASKS_PER_STEP) return open;
  const max = TASKS_PER_STEP - open;
  return open + (await reassignTasks(trx, { from, to: null, onlyOpen: false, max }, context));
}

/**
 * Takes a user off tasks that they created, and off comments, which keep their name. The deletion would
 * do that for all in one statement, which takes longer than a statement may. Returns whether there may be
 * more.
 */
async function releaseAuthored(trx: Transaction<Database>, id: string): Promise<boolean> {
  const created = trx.selectFrom("tasks").select("id").where("created_by", "=", id);
  const tasks = await trx
    .updateTable("tasks")
    .set({ created_by: null })
    .where("id", "in", created.limit(AUTHORED_PER_STEP))
    .executeTakeFirstOrThrow();
  const written = trx.selectFrom("comments").select("id").where("user_id", "=", id);
  const comments = await trx
    .updateTable("comments")
    .set({ user_id: null })
    .where("id", "in", written.limit(AUTHORED_PER_STEP))
    .executeTakeFirstOrThrow();
  return [tasks, comments].some(
    ({ numUpdatedRows }) => numUpdatedRows === BigInt(AUTHORED_PER_STEP),
  );
}

/**
 * Deletes a user with their sessions, memberships and own views; {@link releaseTasks} comes first. Their comments
 * keep their name. Returns whether they have so many tasks and comments that another step must go on. If
 * it refuses (404 or 409), it throws before it writes.
 */
export async function removeUser(
  trx: Transaction<Database>,
  id: string,
  context: ChangeContext,
): Promise<boolean> {
  const user = await getRemovableUser(trx, id);
  if (await releaseAuthored(trx, id)) return true;
  await releaseViews(trx, id);
  await revokeAll(trx, user, "deleted", context);
  await trx.deleteFrom("users").where("id", "=", id).execute();
  await record(trx, context, { kind: "user.deleted", subject: userSubject(user) });
  return false;
}

/**
 * Deletes a user, whose tasks become unassigned. With many tasks and webhooks, a single transaction
 * would hold up all other requests.
 */
export async function deleteUser(
  db: Kysely<Database>,
  id: string,
  context: ChangeContext,
): Promise<void> {
  await inTransactions(db, async (trx) => {
    if (await isRecorded(trx, context)) return false;
    const tasks = await releaseTasks(trx, id, { heir: null, onlyOpen: false }, context);
    return tasks === TASKS_PER_STEP || (await removeUser(trx, id, context));
  });
}

import type { Kysely } from "kysely";
import { SETUP_DAYS } from "#contract/setup.ts";
import type { Setup } from "#contract/shapes/setup.ts";
import { DAY_MS } from "#contract/time.ts";
import { hasActiveAdmin } from "#server/accounts/accountState.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/refusals.ts";
import { changeUser } from "#server/users/changeUser.ts";
import { getUser } from "#server/users/queries.ts";

/** What the server still needs, for a user. */
export async function readSetup(
  db: Kysely<Database>,
  user: UserRow,
  { hasProvider, now }: { hasProvider: boolean; now: Date },
): Promise<Setup> {
  if (user.role !== "admin") return { steps: null, can_become_admin: !(await hasActiveAdmin(db)) };
  const isOpen = user.setup_closed === 0 && (await isNew(db, now));
  const steps = isOpen ? await readSteps(db, hasProvider) : null;
  return { steps, can_become_admin: false };
}

/** Whether the server's first account is younger than {@link SETUP_DAYS}. */
async function isNew(db: Kysely<Database>, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - SETUP_DAYS * DAY_MS).toISOString();
  const older = await db
    .selectFrom("users")
    .select("id")
    .where("created_at", "<", since)
    .limit(1)
    .executeTakeFirst();
  return older === undefined;
}

async function readSteps(
  db: Kysely<Database>,
  provider: boolean,
): Promise<NonNullable<Setup["steps"]>> {
  const task = await db.selectFrom("tasks").select("id").limit(1).executeTakeFirst();
  const team = await db.selectFrom("teams").select("id").limit(1).executeTakeFirst();
  const users = await db.selectFrom("users").select("id").limit(2).execute();
  const imported = await db
    .selectFrom("changes")
    .select("number")
    .where("kind", "=", "tasks.imported")
    .limit(1)
    .executeTakeFirst();
  return {
    task: task !== undefined,
    team: team !== undefined,
    people: users.length > 1,
    import: imported !== undefined,
    provider,
  };
}

/** Closes the steps for a user, for good. */
export async function closeSetup(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable("users").set({ setup_closed: 1 }).where("id", "=", id).execute();
}

/**
 * Makes a user an admin of a server that has no active one. Throws a 409 if it has. Of two requests at
 * once, the transaction lets one through.
 */
export async function becomeAdmin(
  db: Kysely<Database>,
  { id }: UserRow,
  context: ChangeContext,
): Promise<UserRow> {
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return await getUser(trx, id);
    if (await hasActiveAdmin(trx))
      throw conflict("This server has an admin: ask them for the role");
    const { user } = await changeUser(trx, id, { role: "admin" }, context);
    return user;
  });
}

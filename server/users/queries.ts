import { type Kysely, sql, type Transaction } from "kysely";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { notFound, unauthorized } from "#server/refusals.ts";

/**
 * Users by name; beyond `limit`, the oldest accounts. Members don't see users who wait for approval.
 */
export async function listUsers(
  db: Kysely<Database>,
  { role }: UserRow,
  limit: number,
): Promise<UserRow[]> {
  const all = db.selectFrom("users").selectAll().orderBy("created_at").orderBy("id").limit(limit);
  const listed = role === "admin" ? all : all.where("awaiting_approval", "=", 0);
  return await db
    .selectFrom(listed.as("users"))
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
}

/** Reads a user. Throws a 404 if there is none. */
export async function getUser(db: Kysely<Database>, id: string): Promise<UserRow> {
  return await db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("User not found"));
}

/**
 * Throws a 401 if the caller was deleted after the access check. Call it in the transaction that
 * stores their id or name.
 */
export async function requireCaller(trx: Transaction<Database>, { id }: UserRow): Promise<void> {
  const found = await trx.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst();
  if (!found) throw unauthorized("Please sign in");
}

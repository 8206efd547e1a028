import { type Kysely, sql } from "kysely";

/** When each user was last seen, and the orders of the admins' list of users. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("users").addColumn("last_seen_at", "text").execute();
  await sql`
    update users set last_seen_at =
      (select max(last_used_at) from sessions where sessions.user_id = users.id)
  `.execute(db);
  await sql`create index users_by_name on users (lower(name), id)`.execute(db);
  await sql`create index users_by_created on users (created_at, id)`.execute(db);
  await sql`create index users_by_last_seen on users (coalesce(last_seen_at, ''), id)`.execute(db);
}

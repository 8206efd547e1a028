import type { Kysely } from "kysely";

/**
 * Users of OpenID Connect providers and the accounts that they belong to; sign-ins under way; codes
 * that become sessions; and the provider's sessions. Secrets are stored as hashes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("identities")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text")
    .addUniqueConstraint("identities_of_provider", ["provider", "subject"])
    .execute();
  await db.schema
    .createIndex("identities_of_user")
    .on("identities")
    .columns(["user_id", "created_at"])
    .execute();
  await db.schema
    .createTable("oidc_sign_ins")
    .addColumn("state_hash", "text", (column) => column.primaryKey())
    .addColumn("browser_hash", "text", (column) => column.notNull())
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sign_in_codes")
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("browser_hash", "text")
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("identity_id", "text", (column) =>
      column.references("identities.id").onDelete("cascade"),
    )
    .addColumn("sid", "text")
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("oidc_sessions")
    .addColumn("session_id", "text", (column) =>
      column.primaryKey().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("sid", "text")
    .execute();
  await db.schema
    .createIndex("oidc_sessions_of_user")
    .on("oidc_sessions")
    .columns(["provider", "subject"])
    .execute();
  await db.schema
    .createIndex("oidc_sessions_of_sid")
    .on("oidc_sessions")
    .columns(["provider", "sid"])
    .execute();
}

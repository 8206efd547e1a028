import { type Kysely, sql } from "kysely";
import { ConfigError } from "#server/configError.ts";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";

/** Throws unless the database stores all of Unicode. */
export async function requireUnicode(db: Kysely<Database>): Promise<void> {
  if (!onPostgres(db)) return;
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding === "UTF8") return;
  throw new ConfigError(
    `the database's encoding is ${encoding}, but must be UTF8: recreate it with "encoding 'UTF8' template template0"`,
  );
}

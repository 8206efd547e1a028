import type { Kysely } from "kysely";
import type { Database } from "./schema.ts";

/** A value of the server itself; undefined if there is none. */
export async function readSetting(db: Kysely<Database>, key: string): Promise<string | undefined> {
  const settings = db.selectFrom("settings").select("value").where("key", "=", key);
  return (await settings.executeTakeFirst())?.value;
}

/** Sets a value of the server itself, which all servers of the database share. */
export async function writeSetting(
  db: Kysely<Database>,
  key: string,
  value: string,
): Promise<void> {
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

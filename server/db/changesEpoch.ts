import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "./schema.ts";

const EPOCH_SETTING = "changes_epoch";

/** The name of this database's numbers of changes, which all its servers share. */
export async function readEpoch(db: Kysely<Database>): Promise<string> {
  await db
    .insertInto("settings")
    .values({ key: EPOCH_SETTING, value: randomBytes(6).toString("hex") })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", EPOCH_SETTING)
    .executeTakeFirstOrThrow();
  return value;
}

/** For restores and copies: clients may know later changes of the replaced database by the same numbers. */
export async function forgetEpoch(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom("settings").where("key", "=", EPOCH_SETTING).execute();
}

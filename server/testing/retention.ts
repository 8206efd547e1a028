import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { deleteOld, RETENTION } from "#server/retention.ts";

/** Deletes what the hourly clean-up would delete. */
export async function deleteAllOld(server: {
  db: Kysely<Database>;
  clock: { time: Date };
}): Promise<void> {
  for (const each of RETENTION) await deleteOld(server.db, server.clock.time, each);
}

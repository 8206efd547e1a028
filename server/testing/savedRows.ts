import { TABLES } from "#server/db/backup/tables.ts";
import { insertRows } from "./rows.ts";
import type { TestServer } from "./server.ts";

/** Remembers all rows of a server. The returned function empties it, and inserts them again. */
export async function saveRows(server: TestServer): Promise<() => Promise<void>> {
  const { db } = server;
  const { time } = server.clock;
  const tables = TABLES.filter((table) => table !== "settings");
  const saved = await Promise.all(
    tables.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()] as const),
  );
  return async () => {
    await server.clear();
    for (const [table, rows] of saved) await insertRows(db, table, rows as never[]);
    server.clock.time = time;
  };
}

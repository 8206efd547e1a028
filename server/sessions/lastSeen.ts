import type { Kysely } from "kysely";
import type { Database, UserRow } from "#server/db/schema.ts";

/** The stored time is updated only once it is this many ms old, so that few requests write. */
const EXACTNESS_MS = 5 * 60 * 1000;

/** Notes that a session of a user sent a request. A failure doesn't matter, for example a full disk. */
export function noteSeen(db: Kysely<Database>, user: UserRow, now: Date): void {
  const last = Date.parse(user.last_seen_at ?? "");
  if (Math.abs(now.getTime() - last) < EXACTNESS_MS) return;
  void db
    .updateTable("users")
    .set({ last_seen_at: now.toISOString() })
    .where("id", "=", user.id)
    .execute()
    .catch(() => undefined);
}

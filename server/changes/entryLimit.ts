import type { Transaction } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import { HOUR_MS } from "#contract/time.ts";
import type { Database } from "#server/db/schema.ts";
import { formatWait } from "#server/formatWait.ts";
import { tooMany } from "#server/refusals.ts";
import type { ChangeContext } from "./context.ts";
import { IN_AUDIT_LOG } from "./kinds.ts";

/** The maximum number of entries of one action that a member can write in an hour. */
const ENTRIES_PER_HOUR = 100;
/** A member may have reason to delete many tasks or files, and to restore them. */
const DELETIONS_PER_HOUR = 2_000;
const MANY: ReadonlySet<AuditAction> = new Set(["task.deleted", "file.deleted", "file.restored"]);

/**
 * Refuses if a member has written the maximum of entries of an action within the last hour:
 * entries are kept for ever, so nobody may fill the log. Each action has its own limit, so that the
 * thief of a session can't keep the owner from signing out everywhere. Entries that a wrong clock has dated
 * over an hour ahead don't count.
 */
export async function requireRoom(
  trx: Transaction<Database>,
  { by, at }: ChangeContext,
  action: AuditAction,
): Promise<void> {
  const max = MANY.has(action) ? DELETIONS_PER_HOUR : ENTRIES_PER_HOUR;
  const inMs = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const first = await trx
    .selectFrom("changes")
    .select("at")
    .where("actor_id", "=", by.id)
    .where("at", ">", inMs(-HOUR_MS))
    .where("at", "<", inMs(HOUR_MS))
    .where("kind", "=", action)
    .where(IN_AUDIT_LOG)
    .where((eb) => eb(eb.selectFrom("users").select("role").where("id", "=", by.id), "=", "member"))
    .orderBy("at", "desc")
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  const seconds = Math.ceil((Date.parse(first.at) + HOUR_MS - at.getTime()) / 1000);
  const error = `Too many changes of this kind. Please try again in ${formatWait(seconds)}.`;
  throw tooMany(error, seconds);
}

import type { Transaction } from "kysely";
import { WEBHOOK_EVENTS, type WebhookEvent } from "#contract/webhook.ts";
import type { ChangeContext } from "#server/changeContext.ts";
import type { Database } from "#server/db/schema.ts";
import { announce, listenersOf } from "./announce.ts";

/**
 * Whether an audit entry is sent to webhooks. Deletions of tasks are sent when the history records
 * them.
 */
const isAnnounced = (action: string): action is WebhookEvent =>
  /^(?:user|team)\./.test(action) && WEBHOOK_EVENTS.some((event) => event === action);

/** Announces an entry of the audit log to webhooks. */
export async function announceEntry(
  trx: Transaction<Database>,
  { by, at }: ChangeContext,
  entry: { action: string; subject: object; details: object },
): Promise<void> {
  const { action: event, subject, details } = entry;
  if (!isAnnounced(event)) return;
  const listeners = await listenersOf(trx, [event]);
  const data = { subject, details, actor: { id: by.id, name: by.name } };
  await announce(trx, listeners, [{ event, data }], at);
}

import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { AuditAction, AuditDetails, AuditSubject } from "#contract/audit.ts";
import type { NamedRecord } from "#contract/id.ts";
import type { ChangeContext } from "#server/changeContext.ts";
import type { AuditRow, Database, TaskRow } from "#server/db/schema.ts";
import { announceEntry } from "#server/outbox/auditEvents.ts";
import { requireRoom } from "./entryLimit.ts";

/** The context of a change that the audit log records. */
export interface AuditContext extends ChangeContext {
  /**
   * The entry's id (`idempotentId`). A retried request looks it up to see whether its change was
   * already made.
   */
  id?: string;
  /** The bulk action that the change is part of, which has one entry for all its users. */
  runId?: string;
}

/** A change, and the user, team or task that it changes. */
export interface AuditEvent {
  action: AuditAction;
  subject: AuditSubject;
  details?: AuditDetails;
}

export const userSubject = ({ id, name }: NamedRecord): AuditSubject => ({
  kind: "user",
  id,
  name,
});
export const taskSubject = ({ id, title }: Pick<TaskRow, "id" | "title">): AuditSubject => ({
  kind: "task",
  id,
  name: title,
});
export const teamSubject = ({ id, name }: NamedRecord): AuditSubject => ({
  kind: "team",
  id,
  name,
});

/**
 * Records a change in the transaction that makes it, so both are committed or neither is. Webhooks
 * receive the changes of bulk actions one by one. Throws a 429 beyond the limit of {@link requireRoom}.
 */
export async function record(
  trx: Transaction<Database>,
  { by, at, id = randomUUID(), runId }: AuditContext,
  { action, subject, details = {} }: AuditEvent,
): Promise<void> {
  await announceEntry(trx, { by, at }, { action, subject, details });
  if (runId !== undefined) return;
  await requireRoom(trx, { by, at }, action);
  await trx
    .insertInto("audit_log")
    .values({
      id,
      at: at.toISOString(),
      actor_id: by.id,
      actor_name: by.name,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_name: subject.name,
      team_id: details.team?.id ?? null,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Finds the entry of an earlier attempt of this request, perhaps on another server. */
export async function findAuditEntry(
  db: Kysely<Database>,
  { id }: Pick<AuditContext, "id">,
): Promise<Pick<AuditRow, "subject_id"> | undefined> {
  if (id === undefined) return undefined;
  return await db
    .selectFrom("audit_log")
    .select("subject_id")
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Whether an earlier attempt of this request made the change: see {@link findAuditEntry}. */
export const isRecorded = async (
  db: Kysely<Database>,
  context: Pick<AuditContext, "id">,
): Promise<boolean> => (await findAuditEntry(db, context)) !== undefined;

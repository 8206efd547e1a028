import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { AuditAction, AuditDetails, AuditName, AuditSubject } from "#contract/audit.ts";
import type { AuditRow, Database, TaskRow } from "#server/db/schema.ts";

/** Who does something, and when. */
export interface AuditContext {
  by: AuditName;
  at: Date;
  /** The entry's id, where a repeat of the request has to find out that it is done: `idempotentId`. */
  id?: string;
}

/** What is done to whom. */
export interface AuditEvent {
  action: AuditAction;
  subject: AuditSubject;
  details?: AuditDetails;
}

export const userSubject = ({ id, name }: AuditName): AuditSubject => ({ kind: "user", id, name });
export const taskSubject = ({ id, title }: Pick<TaskRow, "id" | "title">): AuditSubject => ({
  kind: "task",
  id,
  name: title,
});
export const teamSubject = ({ id, name }: AuditName): AuditSubject => ({ kind: "team", id, name });

/**
 * Writes down what is done, in the transaction that does it: so there is an entry for all that was
 * done, and for nothing that wasn't.
 */
export async function record(
  trx: Transaction<Database>,
  { by, at, id = randomUUID() }: AuditContext,
  { action, subject, details = {} }: AuditEvent,
): Promise<void> {
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

/** The entry of what was done already, perhaps at another server, when the request came first. */
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

/** Whether it was done already: see {@link findAuditEntry}. */
export const isRecorded = async (
  db: Kysely<Database>,
  context: Pick<AuditContext, "id">,
): Promise<boolean> => (await findAuditEntry(db, context)) !== undefined;

import { randomUUID } from "node:crypto";
import type { AuditAction, AuditDetails, AuditName, AuditSubject } from "#contract/audit.ts";
import type { Database } from "#server/db/schema.ts";
import type { Transaction } from "kysely";

/** Who does something, and when. */
export interface Doing {
  by: AuditName;
  at: Date;
}

/** What is done to whom. */
export interface Deed {
  action: AuditAction;
  subject: AuditSubject;
  details?: AuditDetails;
}

export const theUser = ({ id, name }: AuditName): AuditSubject => ({ kind: "user", id, name });
export const theTeam = ({ id, name }: AuditName): AuditSubject => ({ kind: "team", id, name });

/**
 * Writes down what is done, in the transaction that does it: so there is an entry for all that was
 * done, and for nothing that wasn't.
 */
export async function record(
  trx: Transaction<Database>,
  { by, at }: Doing,
  { action, subject, details = {} }: Deed,
): Promise<void> {
  await trx
    .insertInto("audit_log")
    .values({
      id: randomUUID(),
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

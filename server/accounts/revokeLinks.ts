import type { Transaction } from "kysely";
import type { LinkKind } from "#contract/link.ts";
import { type AuditContext, record, userSubject } from "#server/audit/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, LinkRow } from "#server/db/schema.ts";

/** The prefix of the audit log's actions on a kind of link. */
export const auditKind = (kind: LinkKind) => (kind === "invitation" ? "invitation" : "reset_link");

/** The subject of a link's audit entries: the account, or else the address. */
export const linkSubject = ({ id, email, name, user_id }: LinkRow) =>
  userSubject(user_id === null ? { id, name: email } : { id: user_id, name });

/** Ends open links. Links that had already expired get no audit entry. */
export async function revokeLinks(
  trx: Transaction<Database>,
  ids: readonly string[],
  context: AuditContext,
): Promise<LinkRow[]> {
  const at = context.at.toISOString();
  const revoked = await trx
    .updateTable("links")
    .set({ ended_at: at, ended_as: "revoked" })
    .where("id", "in", valuesIn(trx, ids))
    .where("ended_at", "is", null)
    .returningAll()
    .execute();
  for (const row of revoked.filter(({ expires_at }) => expires_at > at)) {
    const action = `${auditKind(row.kind)}.revoked` as const;
    await record(trx, context, { action, subject: linkSubject(row) });
  }
  return revoked;
}

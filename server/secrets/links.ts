import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { Role } from "#contract/user.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { SecretRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { endSecrets } from "./table.ts";

/** What a link holds. `name` is the person's, `role` and `teams` (ids) are an invitation's. */
export interface LinkContent {
  email: string;
  name: string;
  role: Role | null;
  teams: string[];
  /** null: the user asked for the link. */
  maker: NamedRecord | null;
}

/** What a link holds. The row must be a link's. */
export const linkContent = ({ content }: Pick<SecretRow, "content">): LinkContent =>
  JSON.parse(content) as LinkContent;

/**
 * Records what happened to links that had not expired: about the account, or else about the address.
 * Ignores other secrets.
 */
export async function recordLinks(
  trx: Transaction<Database>,
  rows: readonly SecretRow[],
  happened: "made" | "used" | "revoked",
  context: ChangeContext,
): Promise<void> {
  const at = context.at.toISOString();
  for (const row of rows) {
    const { purpose, id, user_id, expires_at } = row;
    if ((purpose !== "invitation" && purpose !== "reset") || (expires_at ?? "") <= at) continue;
    const { email, name, role } = linkContent(row);
    const kind = purpose === "invitation" ? "invitation" : "reset_link";
    const subject = userSubject(user_id === null ? { id, name: email } : { id: user_id, name });
    const details = happened === "made" && role !== null ? { to: role } : {};
    await record(trx, context, { kind: `${kind}.${happened}`, subject, details });
  }
}

/** Ends links, with an entry in the audit log for each that had neither ended nor expired. */
export async function endLinks(
  trx: Transaction<Database>,
  ids: readonly string[],
  as: "used" | "revoked",
  context: ChangeContext,
): Promise<void> {
  await recordLinks(trx, await endSecrets(trx, ids, as, context.at), as, context);
}

import type { Transaction } from "kysely";
import { type ChangeContext, withoutId } from "#server/changes/context.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { type Kept, revokeAll } from "#server/secrets/revokeAll.ts";

/**
 * Stores that an account's address was proven to be its owner's. Before the first proof anybody may have
 * prepared the account, so every other way in ends, and a change to another address that waits.
 *
 * @param user the account before the change
 * @param kept what the owner has just used or set
 */
export async function proveAddress(
  trx: Transaction<Database>,
  user: UserRow,
  context: ChangeContext,
  kept: Kept & { password?: boolean },
): Promise<void> {
  if (user.email_verified === 1) return;
  await revokeAll(trx, user, "address_proven", context, kept);
  const clearsPassword = !kept.password && user.password_hash !== "";
  await trx
    .updateTable("users")
    .set({
      email_verified: 1,
      pending_email: null,
      pending_email_key: null,
      ...(clearsPassword && { password_hash: "" }),
    })
    .where("id", "=", user.id)
    .execute();
  if (!clearsPassword) return;
  const subject = userSubject(user);
  await record(trx, withoutId(context), { kind: "user.password_cleared", subject });
}

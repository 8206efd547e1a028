import type { Kysely } from "kysely";
import type { AuditName } from "#contract/audit.ts";
import { findUserByEmail } from "#server/accounts/email.ts";
import { hashPassword, randomPassword } from "#server/accounts/passwords.ts";
import { record, userSubject } from "#server/audit/record.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { endSessionsOf } from "#server/sessions/sessions.ts";
import { updateUser } from "./queries.ts";

/** The person who runs commands on the server's machine, as the audit log names them. */
const OPERATOR: AuditName = { id: "operator", name: "Operator" };

/** What an operator may do to an account. */
export interface OperatorChange {
  admin: boolean;
  activate: boolean;
  newPassword: boolean;
}

/**
 * Changes the account with this address, past all rules about who may.
 *
 * @returns what is true of it now, in sentences; undefined when there is no such account
 */
export async function changeAccount(
  db: Kysely<Database>,
  email: string,
  { admin, activate, newPassword }: OperatorChange,
  at: Date,
): Promise<string[] | undefined> {
  const user = await findUserByEmail(db, email);
  if (!user) return undefined;
  const context = { by: OPERATOR, at };
  const done: string[] = [];
  if (admin || activate) {
    const update = {
      ...(admin && { role: "admin" as const }),
      ...(activate && { is_active: true }),
    };
    await updateUser(db, user.id, update, context);
    if (admin) done.push(user.role === "admin" ? "is an admin already" : "is an admin now");
    if (activate) done.push(user.is_active === 1 ? "is active already" : "is active now");
  }
  if (newPassword) {
    const password = await resetPassword(db, user, at);
    done.push(
      `has the password ${password} now, and no session. It should be changed under Profile at once`,
    );
  }
  return done.map((what) => `${user.email} ${what}.`);
}

/** Gives a user a random password, and ends their sessions. */
async function resetPassword(db: Kysely<Database>, user: UserRow, at: Date): Promise<string> {
  const password = randomPassword();
  const password_hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await trx.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute();
    await endSessionsOf(trx, user.id);
    const auditEvent = { action: "user.password_reset", subject: userSubject(user) } as const;
    await record(trx, { by: OPERATOR, at }, auditEvent);
  });
  return password;
}

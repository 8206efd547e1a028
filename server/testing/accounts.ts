import type { SessionResponse } from "#contract/shapes/session.ts";
import { emailKey, type Role } from "#contract/user.ts";
import { nameFromEmail } from "#server/accounts/email.ts";
import { insertAccount } from "#server/accounts/newAccount.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { EMAIL_TAKEN } from "#server/auth/registration.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { transaction } from "#server/db/transaction.ts";
import { presentUser } from "#server/users/presenter.ts";
import type { TestServer } from "./server.ts";

export interface TestAccount {
  email: string;
  password: string;
  role: Role;
}

const hashes = new Map<string, Promise<string>>();

/** The hash of a password, which takes 40 ms of CPU time only once. */
export function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, hash);
  return hash;
}

/** Adds an account as a registration does, without its request. */
export async function registerAccount(
  server: Pick<TestServer, "db" | "clock" | "signIn">,
  { email, password, role }: TestAccount,
): Promise<SessionResponse> {
  const account = {
    name: nameFromEmail(email),
    email,
    email_key: emailKey(email),
    email_verified: 0,
    role,
    is_active: 1,
    awaiting_approval: 0,
    password_hash: await hashOnce(password),
  };
  const at = server.clock.time;
  const user = await transaction(server.db, async (trx) => {
    const by = await insertAccount(trx, account, at, EMAIL_TAKEN);
    const details = { to: role };
    await record(trx, { by, at }, { kind: "user.registered", subject: userSubject(by), details });
    return by;
  });
  const { accessToken, refreshToken } = await server.signIn(user);
  return { user: presentUser(user), accessToken, refreshToken };
}

import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { hashPassword } from "#server/accounts/passwords.ts";
import type { Database } from "#server/db/schema.ts";
import { insertRows } from "#server/testing/rows.ts";

export const PASSWORD = "a long password";

/** The e-mail address of a user by number. */
export const emailOf = (number: number): string => `reader-${number}@example.com`;

/** Inserts users with the numbers from `from` to below `to`, all with the same password. */
export async function fillUsers(db: Kysely<Database>, from: number, to: number): Promise<void> {
  const password_hash = await hashPassword(PASSWORD);
  const created_at = new Date().toISOString();
  const rows = Array.from({ length: to - from }, (_none, at) => ({
    id: randomUUID(),
    name: `Reader ${from + at}`,
    email: emailOf(from + at),
    email_key: emailOf(from + at),
    role: "member" as const,
    is_active: 1,
    password_hash,
    created_at,
  }));
  await insertRows(db, "users", rows);
}

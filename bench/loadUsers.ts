import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { hashPassword } from "#server/accounts/passwords.ts";
import type { Database } from "#server/db/schema.ts";

export const PASSWORD = "a long password";
const BATCH = 500;

/** The e-mail address of a user by number. */
export const emailOf = (number: number): string => `reader-${number}@example.com`;

/** Inserts users with the numbers from `from` to below `to`, all with the same password. */
export async function fillUsers(db: Kysely<Database>, from: number, to: number): Promise<void> {
  const password_hash = await hashPassword(PASSWORD);
  const created_at = new Date().toISOString();
  for (let start = from; start < to; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, to - start) }, (_none, at) => start + at);
    const rows = numbers.map((number) => ({
      id: randomUUID(),
      name: `Reader ${number}`,
      email: emailOf(number),
      email_key: emailOf(number),
      role: "member" as const,
      is_active: 1,
      password_hash,
      created_at,
    }));
    await db.insertInto("users").values(rows).execute();
  }
}

import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText } from "#server/db/text/searchText.ts";
import { conflict } from "#server/refusals.ts";

type NewAccount = Omit<
  UserRow,
  | "id"
  | "search_text"
  | "pending_email"
  | "pending_email_key"
  | "created_at"
  | "last_seen_at"
  | "activity_seen"
  | "setup_closed"
  | "start_view"
>;

/** Adds an account. Throws a 409 with the text `taken` if another one has the email address. */
export async function insertAccount(
  trx: Transaction<Database>,
  account: NewAccount,
  at: Date,
  taken: string,
): Promise<UserRow> {
  const user: UserRow = {
    id: randomUUID(),
    ...account,
    search_text: searchText(account.name, account.email),
    pending_email: null,
    pending_email_key: null,
    last_seen_at: null,
    activity_seen: 0,
    setup_closed: 0,
    start_view: null,
    created_at: at.toISOString(),
  };
  const inserted = await trx
    .insertInto("users")
    .values(user)
    .onConflict((onConflict) => onConflict.column("email_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) throw conflict(taken);
  return user;
}

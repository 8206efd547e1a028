import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Accounts may wait for an admin's approval, and new e-mail addresses for confirmation. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  alter table users add column awaiting_approval integer default 0 not null;
  alter table users add column pending_email text;
  alter table users add column pending_email_key text;
  create unique index users_by_pending_email on users (pending_email_key);
`;

import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Links for invitations and password resets. They have no foreign keys, so that the page of a link
 * can say that its account no longer exists.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table links (
    id text primary key,
    kind text not null check (kind in ('invitation', 'reset')),
    token_hash text not null unique,
    email text not null,
    email_key text not null,
    name text not null,
    role text,
    teams text not null,
    user_id text,
    maker_id text,
    maker_name text not null,
    made_at text not null,
    expires_at text not null,
    ended_at text,
    ended_as text,
    mail text
  );
  create index links_by_email on links (email_key, kind);
  create index links_of_user on links (user_id);
  create index links_by_age on links (made_at, id);
  create index links_by_expiry on links (expires_at);
`;

import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Personal API tokens. Only the SHA-256 of a token's secret is stored. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table api_tokens (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    scope text not null check (scope in ('read', 'write', 'admin')),
    secret_hash text not null unique,
    created_at text not null,
    expires_at text not null,
    last_used_on text
  );
  create index api_tokens_of_user on api_tokens (user_id, created_at, id);
  create index api_tokens_by_expiry on api_tokens (expires_at);
`;

import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Users of OpenID Connect providers and the accounts that they belong to; sign-ins under way; codes
 * that become sessions; and the provider's sessions. Secrets are stored as hashes.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table identities (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    provider text not null,
    subject text not null,
    email text not null,
    created_at text not null,
    confirmed_at text,
    constraint identities_of_provider unique (provider, subject)
  );
  create index identities_of_user on identities (user_id, created_at);
  create table oidc_sign_ins (
    state_hash text primary key,
    browser_hash text not null,
    provider text not null,
    created_at text not null
  );
  create table sign_in_codes (
    code_hash text primary key,
    browser_hash text,
    user_id text not null references users (id) on delete cascade,
    identity_id text references identities (id) on delete cascade,
    sid text,
    expires_at text not null
  );
  create table oidc_sessions (
    session_id text primary key references sessions (id) on delete cascade,
    provider text not null,
    subject text not null,
    sid text
  );
  create index oidc_sessions_of_user on oidc_sessions (provider, subject);
  create index oidc_sessions_of_sid on oidc_sessions (provider, sid);
`;

import type { Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * One table for links, codes, pending sign-ins, API tokens and calendar feeds. Rows without an id take
 * their hash, and a code its end as its start. Only identities are referred to: the page of a link can
 * say that its account no longer exists.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = onPostgres(db);
  const object = isPostgres ? "json_build_object" : "json_object";
  const json = (value: string) => (isPostgres ? `(${value})::json` : `json(${value})`);
  const content = (members: string) =>
    isPostgres ? `${object}(${members})::varchar` : `${object}(${members})`;
  const tenMinutesAfter = (at: string) =>
    isPostgres
      ? `to_char((${at}::timestamptz + interval '10 minutes') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '+10 minutes')`;
  const maker = json(
    `case when maker_id is not null then ${object}('id', maker_id, 'name', maker_name) end`,
  );

  await runStatements(
    db,
    `
    create table secrets (
      id text primary key,
      purpose text not null check (purpose in (
        'invitation', 'reset', 'sign_in_code', 'provider_sign_in', 'api_token', 'calendar_feed'
      )),
      hash text not null unique,
      user_id text,
      email_key text,
      identity_id text references identities (id) on delete cascade,
      made_at text not null,
      expires_at text,
      last_used_on text,
      mail text,
      ended_at text,
      ended_as text,
      content text not null
    );
    create index secrets_of_user on secrets (user_id, purpose);
    create index secrets_by_email on secrets (email_key);
    create index secrets_of_identity on secrets (identity_id);
    create index secrets_by_age on secrets (purpose, made_at, id);

    insert into secrets (id, purpose, hash, user_id, email_key, made_at, expires_at, mail, ended_at, ended_as, content)
      select id, kind, token_hash, user_id, email_key, made_at, expires_at, mail, ended_at, ended_as,
        ${content(`'email', email, 'name', name, 'role', role, 'teams', ${json("teams")}, 'maker', ${maker}`)}
      from links;
    insert into secrets (id, purpose, hash, user_id, identity_id, made_at, expires_at, content)
      select code_hash, 'sign_in_code', code_hash, user_id, identity_id, expires_at, expires_at,
        ${content(`'browser_hash', browser_hash, 'sid', sid, 'claims', ${json("claims")}`)}
      from sign_in_codes;
    insert into secrets (id, purpose, hash, made_at, expires_at, content)
      select state_hash, 'provider_sign_in', state_hash, created_at, ${tenMinutesAfter("created_at")},
        ${content("'browser_hash', browser_hash, 'provider', provider")}
      from oidc_sign_ins;
    insert into secrets (id, purpose, hash, user_id, made_at, expires_at, last_used_on, content)
      select id, 'api_token', secret_hash, user_id, created_at, expires_at, last_used_on,
        ${content("'name', name, 'scope', scope")}
      from api_tokens;
    insert into secrets (id, purpose, hash, user_id, made_at, content)
      select token_hash, 'calendar_feed', token_hash, user_id, created_at, '{}'
      from calendar_feeds;

    drop table links;
    drop table sign_in_codes;
    drop table oidc_sign_ins;
    drop table api_tokens;
    drop table calendar_feeds;
  `,
  );
}

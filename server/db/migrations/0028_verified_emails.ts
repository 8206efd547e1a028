import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Adds whose addresses are verified; when a provider's user first signed in; and the claims of a
 * sign-in whose code the app has not redeemed yet. Earlier invitations and resets verify addresses
 * that have not changed since. Reset links of accounts that are not active end.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  alter table users add column email_verified integer not null default 0;
  update users set email_verified = 1
    where (
      id in (select actor_id from audit_log where action in ('invitation.used', 'reset_link.used'))
      or id in (select subject_id from audit_log where action = 'user.password_reset')
    )
    and id not in (select subject_id from audit_log where action = 'user.email_changed');
  alter table identities add column email_verified integer not null default 0;
  alter table identities add column signed_in_at text;
  update identities set email_verified = 1 where confirmed_at is null or confirmed_at <> created_at;
  update identities set signed_in_at = confirmed_at;
  alter table sign_in_codes add column claims text;
  update links set ended_at = expires_at, ended_as = 'revoked'
    where ended_at is null
    and user_id is not null
    and user_id not in (select id from users where is_active = 1);
`;

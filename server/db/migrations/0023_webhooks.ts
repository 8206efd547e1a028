import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Webhooks with their secrets, and their deliveries: those that wait and those of the last days. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table webhooks (
    id text primary key,
    url text not null,
    description text not null,
    events text not null,
    is_active integer not null,
    secret text not null,
    created_at text not null,
    failing_since text,
    off_reason text
  );
  create table webhook_deliveries (
    id text primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    event text not null,
    payload text not null,
    state text not null check (state in ('pending', 'delivered', 'failed')),
    created_at text not null,
    attempts integer not null,
    attempted_at text,
    next_attempt_at text,
    response_code integer,
    error text
  );
  create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at);
  create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, id);
`;

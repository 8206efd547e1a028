import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Imports and their undo are jobs. Interrupted ones are stopped, so that an admin can continue them. What
 * failed uploads have left is deleted. The entry of the audit log at the end of a continued one counts
 * only its own tasks.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const interrupted = (kind: string, state: string, outcomes: string) => `
  insert into jobs (
    id, kind, subject_id, state, made_at, made_by, made_by_name, ended_at, stop_reason, recorded
  )
    select id || '-${kind}', '${kind}', id, 'stopped', coalesce(started_at, created_at), created_by,
      created_by_name, coalesce(started_at, created_at), 'Interrupted',
      (select count(*) from import_items where import_id = imports.id and ${outcomes})
    from imports where state = '${state}' and total > 0;`;

const STATEMENTS = `
  ${interrupted("import", "running", "task_id is not null and outcome in ('imported', 'remarks')")}
  ${interrupted("import_undo", "undoing", "outcome = 'removed'")}
  insert into jobs (id, kind, subject_id, state, made_at, made_by, made_by_name, stop_reason)
    select id || '-upload', 'import_upload', id, 'running', created_at, 'server', 'Server', ''
    from imports where total = 0;
  alter table imports drop column busy_by;
  alter table imports drop column busy_until;
`;

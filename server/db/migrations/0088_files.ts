import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Files of tasks. Like comments, the files of a deleted task stay in their table. Their bytes are outside of
 * the database (server/files).
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table files (
    id text primary key,
    task_id text not null,
    name text not null,
    alt text not null,
    type text not null,
    size integer not null,
    sha256 text not null,
    created_at text not null,
    user_id text not null,
    user_name text not null,
    deleted_at text
  );
  create index files_of_task on files (task_id, created_at, id);
  create index files_shown on files (task_id) where deleted_at is null;
  create index files_by_bytes on files (sha256, size);
  create index files_by_user on files (user_id, created_at);
  create index files_by_deletion on files (deleted_at) where deleted_at is not null;
`;

import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/**
 * Imports of other products' exports. `import_items` holds the rows of a file until they are imported,
 * then their report. `import_sources` knows each foreign task that was ever imported, so that a file
 * creates nothing twice; its tasks may be deleted, so they have no foreign key.
 */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = `
  create table imports (
    id text primary key,
    source text not null,
    file_name text not null,
    state text not null
      check (state in ('draft', 'checked', 'running', 'done', 'undoing', 'undone')),
    created_at text not null,
    created_by text not null,
    created_by_name text not null,
    started_at text,
    finished_at text,
    busy_until text,
    outline text not null,
    mapping text not null,
    total integer not null
  );
  create table import_items (
    import_id text not null references imports (id) on delete cascade,
    position integer not null,
    source_id text not null,
    data text not null,
    title text not null,
    list text not null,
    outcome text,
    remarks text not null,
    task_id text,
    constraint import_items_key primary key (import_id, position)
  );
  create index import_items_by_outcome on import_items (import_id, outcome, position);
  create table import_sources (
    source text not null,
    source_id text not null,
    task_id text not null,
    constraint import_sources_key primary key (source, source_id)
  );
  create index import_sources_of_task on import_sources (task_id);
`;

import type { Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import { runStatements } from "#server/db/runStatements.ts";

/** One table for bulk actions of any kind, and one for their items. Their jobs go on. */
export async function up(db: Kysely<never>): Promise<void> {
  const [object, json] = onPostgres(db)
    ? ["json_build_object", "to_json"]
    : ["json_object", "json"];
  /** The JSON of a record and its name; null without an id. */
  const named = (id: string, name: string) =>
    `${json}(case when ${id} is null then null else ${object}('id', ${id}, 'name', ${name}) end)`;
  const ofUsers = `${object}('action', action, 'role', role, 'team', ${named("team_id", "team_name")},
    'hand_over_to', ${named("hand_over_to", "hand_over_name")})`;
  const change = onPostgres(db) ? "change::json" : "json(change)";
  const ofTasks = `${object}('action', action, 'change', ${change}, 'from', ${named("from_id", "from_name")})`;
  await runStatements(db, statements(ofUsers, ofTasks));
}

const statements = (ofUsers: string, ofTasks: string) => `
  create table runs (
    id text primary key,
    kind text not null,
    details text not null
  );
  create table run_items (
    run_id text not null references runs (id) on delete cascade,
    position integer not null,
    item_id text not null,
    name text not null,
    email text not null default '',
    result text not null,
    reason text not null,
    before text not null default '',
    changed_at text,
    constraint run_items_key primary key (run_id, position)
  );
  insert into runs (id, kind, details) select id, 'user', ${ofUsers} from user_runs;
  insert into runs (id, kind, details) select id, 'task', ${ofTasks} from task_runs;
  insert into run_items (run_id, position, item_id, name, email, result, reason, before, changed_at)
    select run_id, position, user_id, user_name, user_email, result, reason, before, changed_at
    from user_run_items;
  insert into run_items (run_id, position, item_id, name, result, reason, before)
    select run_id, position, task_id, title, result, reason, before from task_run_items;
  create index run_items_by_result on run_items (run_id, result, position);
  create index run_items_by_item on run_items (item_id, changed_at) where changed_at is not null;
  drop table user_run_items;
  drop table user_runs;
  drop table task_run_items;
  drop table task_runs;
`;

import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

export type Row = Record<string, unknown>;
type Table = keyof Database;

/** The difference between two snapshots. Changed rows have only the changed columns. */
export interface Effect {
  inserted?: Partial<Record<Table, unknown[]>>;
  changed?: Partial<Record<Table, Row[]>>;
  deleted?: Partial<Record<Table, unknown[]>>;
}

const KEYS: Readonly<Record<Table, readonly string[]>> = {
  users: ["id"],
  sessions: ["id"],
  api_tokens: ["id"],
  sign_in_failures: ["key"],
  settings: ["key"],
  teams: ["id"],
  team_members: ["team_id", "user_id"],
  tasks: ["id"],
  task_checklists: ["task_id"],
  comments: ["id"],
  deleted_tasks: ["id"],
  deleted_comments: ["id"],
  task_history: ["id"],
  notifications: ["user_id", "id"],
  muted_notifications: ["user_id", "kind"],
  calendar_feeds: ["user_id"],
  links: ["id"],
  audit_log: ["id"],
  identities: ["id"],
  oidc_sign_ins: ["state_hash"],
  sign_in_codes: ["code_hash"],
  oidc_sessions: ["session_id"],
  imports: ["id"],
  import_items: ["import_id", "position"],
  import_sources: ["source", "source_id"],
  user_runs: ["id"],
  user_run_items: ["run_id", "position"],
  webhooks: ["id"],
  webhook_deliveries: ["id"],
};

const TABLES = Object.keys(KEYS) as Table[];
export type Snapshot = Map<Table, Map<string, Row>>;

/** Reads all rows. */
export async function snapshot(db: Kysely<Database>): Promise<Snapshot> {
  const all: Snapshot = new Map();
  for (const table of TABLES) {
    const rows: Row[] = await db.selectFrom(table).selectAll().execute();
    const keyOf = (row: Row) => JSON.stringify(KEYS[table].map((column) => row[column]));
    all.set(table, new Map(rows.map((row) => [keyOf(row), row])));
  }
  return all;
}

/** Compares two snapshots. */
export function effectOf(before: Snapshot, after: Snapshot): Effect {
  const effect = { inserted: {}, changed: {}, deleted: {} } as Required<Effect>;
  for (const table of TABLES) {
    const [old = new Map<string, Row>(), now = new Map<string, Row>()] = [
      before.get(table),
      after.get(table),
    ];
    const inserted = [...now].filter(([key]) => !old.has(key)).map(([, row]) => row);
    const deleted = [...old].filter(([key]) => !now.has(key)).map(([, row]) => row);
    const changed = [...now].flatMap(([key, row]) => {
      const was = old.get(key) ?? row;
      const columns = Object.entries(row).filter(([name, value]) => was[name] !== value);
      return columns.length > 0 ? [Object.fromEntries(columns)] : [];
    });
    if (inserted.length > 0) effect.inserted[table] = inserted;
    if (changed.length > 0) effect.changed[table] = changed;
    if (deleted.length > 0) effect.deleted[table] = deleted;
  }
  return effect;
}

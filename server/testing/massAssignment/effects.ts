import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

export type Row = Record<string, unknown>;

/** The tables whose rows give rights, with their keys. */
const RIGHTS = {
  users: ["id"],
  sessions: ["id"],
  oidc_sessions: ["session_id"],
  identities: ["id"],
  secrets: ["id"],
  team_members: ["team_id", "user_id"],
  settings: ["key"],
} as const satisfies Partial<Record<keyof Database, readonly string[]>>;

type Table = keyof typeof RIGHTS;
const TABLES = Object.keys(RIGHTS) as Table[];

/** The difference between two snapshots. Changed rows have only the changed columns. */
export interface Effect {
  inserted?: Partial<Record<Table, unknown[]>>;
  changed?: Partial<Record<Table, Row[]>>;
  deleted?: Partial<Record<Table, unknown[]>>;
}

type Snapshot = Map<Table, Map<string, Row>>;

/** Reads all rows that give rights. */
export async function snapshot(db: Kysely<Database>): Promise<Snapshot> {
  const all: Snapshot = new Map();
  for (const table of TABLES) {
    const rows: Row[] = await db.selectFrom(table).selectAll().execute();
    const keyOf = (row: Row) => JSON.stringify(RIGHTS[table].map((column) => row[column]));
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

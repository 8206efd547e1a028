import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.ts";
import type { Database } from "./schema.ts";

/** Where somebody stands who has heard of all that was committed before. */
export type Position = string;

/** How long notes are kept, in seconds: who hasn't looked for as long has to begin anew. */
export const KEPT = 600;

/** Reads which tasks were written, by the notes that triggers take (migration 0005). */
export interface TaskChanges {
  /** What is committed now. */
  position(): Promise<Position>;
  /**
   * The tasks that were written since, and where one stands then. At most `most` of them and one
   * more, which says that there were too many.
   */
  since(position: Position, most: number): Promise<{ ids: string[]; position: Position }>;
  /** Throws away what everybody has seen who is to see it. */
  forget(): Promise<void>;
}

export function taskChanges(db: Kysely<Database>): TaskChanges {
  const reader = onPostgres(db) ? bySnapshot(db) : byNumber(db);
  return {
    ...reader,
    async forget() {
      const clock = onPostgres(db) ? sql`extract(epoch from now())` : sql`unixepoch()`;
      await sql`
        delete from task_changes where at < ${clock} - ${sql.lit(KEPT)} ${
          // The newest number stays, so that the next one is another.
          onPostgres(db) ? sql`` : sql`and number < (select max(number) from task_changes)`
        }
      `.execute(db);
    },
  };
}

/** In SQLite there is one writer at a time, and numbers grow as they are committed. */
function byNumber(db: Kysely<Database>): Omit<TaskChanges, "forget"> {
  async function position(): Promise<Position> {
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(number), 0) as last from task_changes
    `.execute(db);
    return String(rows[0]?.last);
  }
  return {
    position,
    async since(before, most) {
      const after = await position();
      if (after === before) return { ids: [], position: after };
      const { rows } = await sql<{ task_id: string }>`
        select distinct task_id from task_changes where number > ${Number(before)} limit ${most + 1}
      `.execute(db);
      return { ids: rows.map(({ task_id }) => task_id), position: after };
    },
  };
}

/**
 * In PostgreSQL transactions commit in any order. So a position is a snapshot, and what is new is
 * what that one couldn't see yet.
 */
function bySnapshot(db: Kysely<Database>): Omit<TaskChanges, "forget"> {
  return {
    async position() {
      const { rows } = await sql<{ position: string }>`
        select pg_current_snapshot()::text as position
      `.execute(db);
      return String(rows[0]?.position);
    },
    async since(position, most) {
      const { rows } = await sql<{ position: string; ids: string[] }>`
        select pg_current_snapshot()::text as position, array(
          select distinct task_id from task_changes
          where xid >= pg_snapshot_xmin(${position}::pg_snapshot)
            and not pg_visible_in_snapshot(xid, ${position}::pg_snapshot)
          limit ${most + 1}
        ) as ids
      `.execute(db);
      const [answer] = rows;
      if (!answer) throw new Error("PostgreSQL answered nothing");
      return answer;
    },
  };
}

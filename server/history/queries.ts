import type { Kysely } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { FieldChange, HistoryEntry, TaskHistoryResponse } from "#contract/taskHistory.ts";
import type { Database, TaskHistoryRow } from "#server/db/schema.ts";
import { fitting, jsonBytes, TEXT_MAX_BYTES } from "#server/http/bounds.ts";

/** The position of an entry in a task's history. */
export type HistoryPosition = Pick<TaskHistoryRow, "at" | "id">;

const presentEntry = (row: TaskHistoryRow): HistoryEntry => ({
  id: row.id,
  at: row.at,
  actor: { id: row.actor_id, name: row.actor_name },
  kind: row.kind,
  changes: JSON.parse(row.changes) as FieldChange[],
});

/** The user of a task's last change; null if the history doesn't have that change. */
export async function findLastChanger(
  db: Kysely<Database>,
  { id, updated_at }: { id: string; updated_at: string },
): Promise<NamedRecord | null> {
  const row = await db
    .selectFrom("task_history")
    .select(["actor_id", "actor_name"])
    .where("task_id", "=", id)
    .where("kind", "in", ["changed", "restored"])
    .where("at", ">=", updated_at)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.actor_id, name: row.actor_name } : null;
}

export async function findHistoryEntry(
  db: Kysely<Database>,
  taskId: string,
  id: string,
): Promise<HistoryPosition | undefined> {
  return await db
    .selectFrom("task_history")
    .select(["at", "id"])
    .where("task_id", "=", taskId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** One page of a task's history, newest first, limited in number and bytes. */
export async function listHistory(
  db: Kysely<Database>,
  taskId: string,
  limit: number,
  before?: HistoryPosition,
): Promise<TaskHistoryResponse> {
  const rows = await db
    .selectFrom("task_history")
    .selectAll()
    .where("task_id", "=", taskId)
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("at", "id"), "<", tuple(before?.at ?? "", before?.id ?? "")),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const entries = fitting(rows.slice(0, limit).map(presentEntry), jsonBytes, TEXT_MAX_BYTES);
  return { entries, hasOlder: entries.length < rows.length };
}

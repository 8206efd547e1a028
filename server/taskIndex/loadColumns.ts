import { setImmediate as breathe } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import type { RarePairs } from "./rarePairs.ts";
import { TaskColumns } from "./taskColumns.ts";
import type { IndexedTask } from "./taskKinds.ts";

/** The columns that an {@link IndexedTask} is made of. */
export const INDEXED = [
  "id",
  "status",
  "priority",
  "due_date",
  "assignee_id",
  "team_id",
  "created_at",
] as const;

/**
 * Reads all tasks, oldest first, some at a time, so that others are served in between. Undefined
 * when there is one that the columns can't express, or when it was told to stop.
 *
 * @param pairs is told the texts, when there is one
 */
export async function loadColumns(
  db: Kysely<Database>,
  chunk: number,
  signal: AbortSignal,
  pairs?: RarePairs,
): Promise<TaskColumns | undefined> {
  const columns = new TaskColumns();
  let last: IndexedTask | undefined;
  for (;;) {
    const after = last;
    const rows = await db
      .selectFrom("tasks")
      .select(INDEXED)
      .$if(pairs !== undefined, (query) => query.select("search_text"))
      .$if(after !== undefined, (query) =>
        query
          .where("created_at", ">=", after?.created_at ?? "")
          .where((eb) =>
            eb.or([eb("created_at", ">", after?.created_at ?? ""), eb("id", "<", after?.id ?? "")]),
          ),
      )
      .orderBy("created_at")
      .orderBy("id", "desc")
      .limit(chunk)
      .execute();
    for (const row of rows) {
      if (!columns.put(row)) return undefined;
      pairs?.add(columns.slotOf(row.id) ?? 0, row.search_text ?? "");
    }
    last = rows.at(-1);
    if (rows.length < chunk) return columns;
    await breathe();
    if (signal.aborted) return undefined;
  }
}

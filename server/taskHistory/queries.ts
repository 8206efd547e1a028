import type { Kysely } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { TaskHistoryResponse } from "#contract/shapes/taskHistory.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import type { Database } from "#server/db/schema.ts";
import { fitting, jsonBytes, TEXT_MAX_BYTES } from "#server/http/bounds.ts";
import { ONE_STATEMENT, SEARCH_LIMITS, SearchBudget } from "#server/search/searchBudget.ts";
import { entriesOf, HISTORY_CHANGE_KINDS, READ_COLUMNS, readChange } from "./entries.ts";

/** The maximum number of changes that a page reads. A longer burst is shown in parts. */
const ROWS_MAX = 500;

/** The position of an entry in a task's history. */
type HistoryPosition = Pick<ChangeRow, "number">;

/** Changes of a task in the order of the record, with the newest one first. */
const changesOf = (db: Kysely<Database>, taskId: string) =>
  db
    .selectFrom("changes")
    .where("subject_id", "=", taskId)
    .where("kind", "in", HISTORY_CHANGE_KINDS)
    .orderBy("number", "desc");

/** The user of a task's last change; null if the history doesn't have that change. */
export async function findLastChanger(
  db: Kysely<Database>,
  { id, updated_at }: { id: string; updated_at: string },
): Promise<NamedRecord | null> {
  const recent = changesOf(db, id).select(["actor_id", "actor_name", "kind", "at", "number"]);
  // A task may have very many comments since.
  const row = await db
    .selectFrom(recent.limit(ROWS_MAX).as("recent"))
    .select(["actor_id", "actor_name"])
    .where("kind", "in", ["task.changed", "task.restored"])
    .where("at", ">=", updated_at)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.actor_id, name: row.actor_name } : null;
}

export async function findHistoryEntry(
  db: Kysely<Database>,
  taskId: string,
  id: string,
): Promise<HistoryPosition | undefined> {
  return await changesOf(db, taskId).select("number").where("id", "=", id).executeTakeFirst();
}

/** A page, and where to read on if none of its changes is shown. */
interface HistoryWindow {
  page: TaskHistoryResponse;
  rest?: HistoryPosition | undefined;
}

async function readWindow(
  db: Kysely<Database>,
  taskId: string,
  limit: number,
  before?: HistoryPosition,
): Promise<HistoryWindow> {
  const rows = await changesOf(db, taskId)
    .select(READ_COLUMNS)
    .$if(before !== undefined, (query) => query.where("number", "<", before?.number ?? 0))
    .limit(ROWS_MAX)
    .execute();
  const all = entriesOf(rows.map(readChange));
  const mayHaveMore = rows.length === ROWS_MAX;
  const shown = all
    .slice(0, limit)
    .map(({ number: _number, oldest: _oldest, taskId: _taskId, ...entry }) => entry);
  const entries = fitting(shown, jsonBytes, TEXT_MAX_BYTES);
  const page = { entries, hasOlder: mayHaveMore || entries.length < all.length };
  return { page, rest: all.length === 0 && mayHaveMore ? rows.at(-1) : undefined };
}

/**
 * One page of a task's history, newest first, limited in number and bytes.
 *
 * @param runLong runs a read of more than {@link ROWS_MAX} changes: a burst that has changed nothing in
 * the end may be that long
 */
export async function listHistory(
  db: Kysely<Database>,
  taskId: string,
  limit: number,
  before?: HistoryPosition,
  runLong: <T>(read: () => Promise<T>) => Promise<T> = (read) => read(),
): Promise<TaskHistoryResponse> {
  let { page, rest } = await readWindow(db, taskId, limit, before);
  if (!rest) return page;
  return await runLong(async () => {
    const budget = new SearchBudget(SEARCH_LIMITS);
    while (rest) {
      const from = rest;
      const read = () => readWindow(db, taskId, limit, from);
      ({ page, rest } = await budget.step(ONE_STATEMENT, read));
    }
    return page;
  });
}

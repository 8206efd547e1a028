import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { addDays } from "#contract/due.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import { MINUTE_MS } from "#contract/time.ts";
import type { TasksTable } from "#server/db/schema.ts";
import { searchText } from "#server/db/searchText.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";

/** The number of rows per statement. With 13 values each, they are far below the databases' limits. */
const BATCH_ROWS = 500;

/** Inserts many tasks, created a minute apart, in one transaction. For benchmarks. */
export async function fillMany({ db, now }: Pick<Deps, "db" | "now">, count: number) {
  const time = now().getTime();
  await transaction(db, async (trx) => {
    const users = await trx.selectFrom("users").select("id").orderBy("id").execute();
    const row = (index: number): Insertable<TasksTable> => {
      const title = `Check delivery ${index + 1} against its order`;
      const description = `Compare the note with the order, sign it, and file it under ${index % 97}.`;
      const at = new Date(time - index * MINUTE_MS).toISOString();
      const user = users[index % Math.max(users.length, 1)]?.id ?? null;
      return {
        id: randomUUID(),
        title,
        description,
        status: TASK_STATUSES[index % 3] ?? "Todo",
        priority: TASK_PRIORITIES[Math.floor(index / 3) % 3] ?? "Low",
        due_date: index % 4 === 0 ? null : addDays(at.slice(0, 10), (index % 30) - 5),
        assignee_id: user,
        created_by: user,
        team_id: null,
        created_at: at,
        updated_at: at,
        status_changed_at: at,
        search_text: searchText(title, description),
      };
    };
    for (let first = 0; first < count; first += BATCH_ROWS) {
      const length = Math.min(BATCH_ROWS, count - first);
      const rows = Array.from({ length }, (_, offset) => row(first + offset));
      await trx.insertInto("tasks").values(rows).execute();
    }
  });
}

import type { Kysely } from "kysely";
import { OPEN_TASKS_MAX } from "#contract/handOver.ts";
import type { OpenTasks } from "#contract/shapes/handOver.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { refused } from "#server/refusals.ts";
import { isOpen } from "#server/search/filters.ts";

/** The open tasks of these users. */
export const openTasksOf = (db: Kysely<Database>, userIds: readonly string[]) =>
  db
    .selectFrom("tasks")
    .select("status")
    .where("assignee_id", "in", valuesIn(db, userIds))
    .where(isOpen);

/** The number of open tasks of each user, up to {@link OPEN_TASKS_MAX}. */
export async function countOpenTasks(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<OpenTasks[]> {
  const counts: OpenTasks[] = [];
  for (const id of userIds) {
    const count = await countRows(db, openTasksOf(db, [id]).limit(OPEN_TASKS_MAX + 1));
    counts.push(
      count > OPEN_TASKS_MAX ? { id, count: OPEN_TASKS_MAX, atLeast: true } : { id, count },
    );
  }
  return counts;
}

/** The user who receives tasks of these users. Throws a 400 about the field `param`. */
export async function findReceiver(
  db: Kysely<Database>,
  from: readonly string[],
  to: string,
  param: string,
): Promise<NamedRecord> {
  const refuse = (msg: string) => refused([{ param, msg }]);
  if (from.includes(to)) throw refuse("Choose another user");
  const user = await db
    .selectFrom("users")
    .select(["name", "is_active"])
    .where("id", "=", to)
    .executeTakeFirst();
  if (!user) throw refuse("User does not exist");
  if (!user.is_active) throw refuse("User is not active");
  return { id: to, name: user.name };
}

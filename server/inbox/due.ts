import { type Kysely, sql } from "kysely";
import { DUE_KINDS, type DueKind, INBOX_DUE_MAX, type InboxItem } from "#contract/inbox.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, UserRow } from "#server/db/schema.ts";
import { daysAfter } from "#server/http/today.ts";
import { isOpen, withoutIndex } from "#server/search/filters.ts";

/** The day on which a kind's tasks are due. A task is overdue from the day after it was due. */
const DUE_DAY: Readonly<Record<DueKind, (today: string) => string>> = {
  due_today: (today) => today,
  overdue: (today) => daysAfter(today, -1),
};

/** A user at a time, on their calendar day. */
export interface InboxOwner {
  user: Pick<UserRow, "id" | "name">;
  today: string;
  now: Date;
}

async function tasksDueOn(db: Kysely<Database>, userId: string, day: string) {
  return await db
    .selectFrom("tasks")
    .select(["id", "title"])
    .where("due_date", "=", day)
    .where(isOpen)
    // SQLite has an index of the open tasks by due date, which are few for one day.
    .where(withoutIndex("assignee_id"), "=", userId)
    .orderBy("id")
    .limit(sql.lit(INBOX_DUE_MAX / DUE_KINDS.length))
    .execute();
}

/**
 * The user's tasks that are due today, or were due yesterday. They are computed, because nothing
 * happens on the server when a user's day begins. Their ids name the day, so each is read once.
 */
export async function dueItems(
  db: Kysely<Database>,
  { user, today }: InboxOwner,
  muted: ReadonlySet<string>,
): Promise<InboxItem[]> {
  const items: InboxItem[] = [];
  for (const kind of DUE_KINDS) {
    if (muted.has(kind)) continue;
    const day = DUE_DAY[kind](today);
    for (const task of await tasksDueOn(db, user.id, day)) {
      const id = `${kind}:${task.id}:${day}`;
      items.push({ id, kind, task, actor: null, at: null, comment: null, read: false });
    }
  }
  if (items.length === 0) return items;
  const rows = await db
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", user.id)
    .where(
      "id",
      "in",
      valuesIn(
        db,
        items.map(({ id }) => id),
      ),
    )
    .execute();
  const readIds = new Set(rows.map(({ id }) => id));
  for (const item of items) item.read = readIds.has(item.id);
  return items;
}

/** Stores which of the due tasks the user has read. Other ids are ignored. */
export async function markDueAsRead(
  db: Kysely<Database>,
  owner: InboxOwner,
  ids: readonly string[],
): Promise<void> {
  if (!ids.some((id) => DUE_KINDS.some((kind) => id.startsWith(`${kind}:`)))) return;
  const { user, now } = owner;
  const at = now.toISOString();
  const due = await dueItems(db, owner, new Set());
  const rows = due
    .filter(({ id, read }) => !read && ids.includes(id))
    .map(({ id, kind, task }) => ({
      user_id: user.id,
      id,
      kind,
      task_id: task.id,
      comment_id: null,
      actor_id: user.id,
      actor_name: user.name,
      created_at: at,
      read_at: at,
    }));
  if (rows.length === 0) return;
  await db
    .insertInto("notifications")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["user_id", "id"]).doNothing())
    .execute();
}

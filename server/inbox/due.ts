import { type Kysely, sql } from "kysely";
import { DUE_KINDS, type DueKind, INBOX_DUE_MAX, type InboxKind } from "#contract/inbox.ts";
import type { InboxItem } from "#contract/shapes/inbox.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { withoutIndex } from "#server/search/filters.ts";

/** The time in ms for which a read item stays in the inbox. */
const READ_SHOWN_MS = 24 * 60 * 60 * 1000;
/** The maximum number of items of one kind in a response. */
const KIND_MAX = INBOX_DUE_MAX / DUE_KINDS.length;

type DueItem = InboxItem & { kind: DueKind; task: NonNullable<InboxItem["task"]> };

/** The owner of an inbox, with the time of the request and the owner's calendar day. */
export interface InboxOwner {
  user: Pick<UserRow, "id" | "name" | "role">;
  today: string;
  now: Date;
}

/** The id of a task's item. It contains the due date, so a task with a new date is unread again. */
export const itemId = (kind: DueKind) =>
  sql<string>`${sql.lit(`${kind}:`)} || tasks.id || ':' || tasks.due_date`;

/** The user's open tasks of a kind. A task is overdue from the day after it was due. */
function tasksOf(db: Kysely<Database>, kind: DueKind, { user, today }: InboxOwner) {
  const tasks = db
    .selectFrom("tasks")
    .leftJoin("notifications as marks", (join) =>
      join.on("marks.user_id", "=", user.id).on("marks.id", "=", itemId(kind)),
    )
    .where("status", "<>", sql.lit("Done" as const));
  // SQLite has an index of the open tasks by due date, and few tasks are due on one day.
  if (kind === "due_today") {
    return tasks.where("due_date", "=", today).where(withoutIndex("assignee_id"), "=", user.id);
  }
  return tasks.where("assignee_id", "=", user.id).where(withoutIndex("due_date"), "<", today);
}

async function itemsOf(db: Kysely<Database>, kind: DueKind, owner: InboxOwner) {
  const shownSince = new Date(owner.now.getTime() - READ_SHOWN_MS).toISOString();
  const rows = await tasksOf(db, kind, owner)
    .select(["tasks.id", "title", "due_date as due", "read_at"])
    .where(({ eb, or }) => or([eb("read_at", "is", null), eb("read_at", ">", shownSince)]))
    // Unread items first: read ones never take their places in a bounded response.
    .orderBy(({ eb }) => eb.case().when("read_at", "is", null).then(0).else(1).end())
    .orderBy("due_date", "desc")
    .orderBy("tasks.id")
    .limit(sql.lit(KIND_MAX))
    .execute();
  return rows.map(
    ({ id, title, due, read_at }): DueItem => ({
      id: `${kind}:${id}:${due}`,
      kind,
      task: { id, title },
      tasks: 1,
      actor: null,
      at: null,
      due,
      comment: null,
      read: read_at !== null,
    }),
  );
}

/**
 * The user's tasks that are due today or overdue. They are computed, because nothing happens on the
 * server when a user's day begins. An overdue task stays unread until the user has read it, so that
 * they don't miss it by being away on its first day.
 */
export async function dueItems(
  db: Kysely<Database>,
  owner: InboxOwner,
  muted: ReadonlySet<InboxKind>,
): Promise<DueItem[]> {
  const items: DueItem[] = [];
  for (const kind of DUE_KINDS) {
    if (!muted.has(kind)) items.push(...(await itemsOf(db, kind, owner)));
  }
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

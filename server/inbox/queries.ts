import { type Kysely, sql } from "kysely";
import {
  BACKUP_FAILED,
  DUE_KINDS,
  INBOX_ACTIVITY_MAX,
  INBOX_EXCERPT,
  INBOX_KINDS,
  type InboxKind,
  type InboxQuery,
  JOB_ENDED,
  TOLD_JOBS,
  UNREAD_MAX,
} from "#contract/inbox.ts";
import type { InboxItem, InboxResponse, InboxSettings } from "#contract/shapes/inbox.ts";
import { readLastBackup } from "#server/db/backup/scheduled.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { dueItems, type InboxOwner, markDueAsRead } from "./due.ts";

/**
 * The items that other users caused and that still apply: those of deleted tasks and comments don't,
 * nor assignments of tasks that have another assignee by now. Tasks that were handed over together are
 * one item, which stays, as does the end of long work.
 */
const activityOf = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom("notifications as activity")
    .leftJoin("tasks", "tasks.id", "activity.task_id")
    .leftJoin("comments", "comments.id", "activity.comment_id")
    .where("activity.user_id", "=", userId)
    .where("activity.kind", "not in", DUE_KINDS)
    .where((eb) =>
      eb.or([
        eb("activity.handed_over", "is not", null),
        eb("activity.kind", "<>", "assigned").and("tasks.id", "is not", null),
        eb("tasks.assignee_id", "=", eb.ref("activity.user_id")),
      ]),
    )
    .where((eb) =>
      eb.or([eb("activity.comment_id", "is", null), eb("comments.id", "is not", null)]),
    );

/** The long work whose end an item tells. Its id begins with the kind. */
function endedJobIn({ kind, id }: { kind: string; id: string }): Pick<InboxItem, "job"> {
  const job = kind === JOB_ENDED && TOLD_JOBS.find((one) => id.startsWith(`${one}:`));
  return job ? { job } : {};
}

async function listActivity(
  db: Kysely<Database>,
  userId: string,
  before: string | undefined,
): Promise<InboxItem[]> {
  const [at = "", id = ""] = before?.split(",") ?? [];
  const rows = await activityOf(db, userId)
    .$if(before !== undefined, (activity) =>
      activity.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("activity.created_at", "activity.id"), "<", tuple(at, id)),
      ),
    )
    .leftJoin("users as actors", "actors.id", "activity.actor_id")
    .select(["activity.id", "activity.kind", "activity.task_id", "tasks.title"])
    .select(["activity.comment_id", "activity.actor_id", "activity.created_at", "activity.read_at"])
    .select("activity.handed_over")
    .select(({ fn }) => [
      fn.coalesce("actors.name", "activity.actor_name").as("actor_name"),
      sql<string | null>`substr(comments.comment, 1, ${sql.lit(INBOX_EXCERPT)})`.as("excerpt"),
    ])
    .orderBy("activity.created_at", "desc")
    .orderBy("activity.id", "desc")
    .limit(INBOX_ACTIVITY_MAX + 1)
    .execute();
  return rows.map((row) => {
    const item = {
      id: row.id,
      kind: row.kind,
      task: row.handed_over === null ? { id: row.task_id, title: row.title ?? "" } : null,
      tasks: row.handed_over ?? 1,
      actor: row.kind === JOB_ENDED ? null : { id: row.actor_id, name: row.actor_name },
      at: row.created_at,
      due: null,
      comment: row.comment_id === null ? null : { id: row.comment_id, excerpt: row.excerpt ?? "" },
      read: row.read_at !== null,
    };
    return Object.assign(item, endedJobIn(row));
  });
}

async function countUnread(db: Kysely<Database>, userId: string): Promise<number> {
  const unread = activityOf(db, userId)
    .select("activity.id")
    .where("activity.read_at", "is", null)
    .limit(UNREAD_MAX);
  return await countRows(db, unread);
}

async function mutedKinds(db: Kysely<Database>, userId: string): Promise<Set<InboxKind>> {
  const rows = await db
    .selectFrom("muted_notifications")
    .select("kind")
    .where("user_id", "=", userId)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** An admin's item about the last backup, if it failed. */
async function failedBackup(db: Kysely<Database>, { user }: InboxOwner): Promise<InboxItem[]> {
  const backup = user.role === "admin" ? await readLastBackup(db) : null;
  if (!backup || backup.error === null) return [];
  const item = {
    task: null,
    tasks: 0,
    actor: null,
    at: null,
    due: null,
    comment: null,
    read: false,
  };
  return [{ id: `${BACKUP_FAILED}:${backup.ended_at}`, kind: BACKUP_FAILED, ...item }];
}

/** A page of a user's inbox: the tasks that are due and the newest items, or the items before one. */
export async function readInbox(
  db: Kysely<Database>,
  owner: InboxOwner,
  { before }: InboxQuery,
): Promise<InboxResponse> {
  const { id } = owner.user;
  const due: InboxItem[] = [
    ...(await failedBackup(db, owner)),
    ...(await dueItems(db, owner, await mutedKinds(db, id))),
  ];
  const activity = await listActivity(db, id, before);
  const dueUnread = due.filter(({ read }) => !read).length;
  return {
    items: [...(before === undefined ? due : []), ...activity.slice(0, INBOX_ACTIVITY_MAX)],
    unread: Math.min(UNREAD_MAX, dueUnread + (await countUnread(db, id))),
    hasOlder: activity.length > INBOX_ACTIVITY_MAX,
  };
}

/** Marks items as read: those with these ids, and those until an instant. */
export async function markAsRead(
  db: Kysely<Database>,
  owner: InboxOwner,
  { ids, until }: { ids: readonly string[]; until: string | undefined },
): Promise<void> {
  await markDueAsRead(db, owner, ids);
  const unread = db
    .updateTable("notifications")
    .set({ read_at: owner.now.toISOString() })
    .where("user_id", "=", owner.user.id)
    .where("read_at", "is", null);
  if (ids.length > 0) await unread.where("id", "in", valuesIn(db, ids)).execute();
  if (until !== undefined) await unread.where("created_at", "<=", until).execute();
}

/** Whether a user's inbox gets items of each kind. */
export async function readSettings(db: Kysely<Database>, userId: string): Promise<InboxSettings> {
  const muted = await mutedKinds(db, userId);
  return Object.fromEntries(INBOX_KINDS.map((kind) => [kind, !muted.has(kind)])) as InboxSettings;
}

/** Turns kinds of items on or off. */
export async function changeSettings(
  db: Kysely<Database>,
  userId: string,
  changes: Partial<InboxSettings>,
): Promise<void> {
  for (const kind of INBOX_KINDS) {
    if (changes[kind] === true) {
      await db
        .deleteFrom("muted_notifications")
        .where("user_id", "=", userId)
        .where("kind", "=", kind)
        .execute();
    } else if (changes[kind] === false) {
      await db
        .insertInto("muted_notifications")
        .values({ user_id: userId, kind })
        .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doNothing())
        .execute();
    }
  }
}

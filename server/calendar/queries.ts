import { type Kysely, sql } from "kysely";
import { addDays } from "#contract/calendar.ts";
import { readViewFilters } from "#contract/rules/view.ts";
import type { CalendarFeed } from "#contract/shapes/calendarFeed.ts";
import { setOf } from "#contract/taskFields.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { ViewRow } from "#server/db/schema/views.ts";
import type { Database } from "#server/db/schema.ts";
import { labelsOf, namedLabels, withLabels } from "#server/db/taskLabels.ts";
import { transaction } from "#server/db/transaction.ts";
import { type Condition, matches } from "#server/search/filters.ts";
import { findAllTasks } from "#server/search/findAllTasks.ts";
import { hashOf } from "#server/secrets/secret.ts";
import { endSecrets, findMade, secretRow, workingSecrets } from "#server/secrets/table.ts";
import { requireSession } from "#server/sessions/sessions.ts";
import { findViews, requireView } from "#server/views/viewRows.ts";

/** The maximum number of tasks in a feed. Beyond it, those with the earliest due dates are left out. */
const FEED_TASKS_MAX = 1_000;
/** The number of days for which a done task stays in the feed. */
const DONE_SHOWN_DAYS = 30;
/** The maximum number of characters of a description in the feed. */
export const DESCRIPTION_MAX = 500;

const PURPOSE = "calendar_feed";

/** What belongs to a feed's secret: the view of which it has the tasks, or nothing. */
interface FeedContent {
  view?: string;
}

const contentOf = (view: string | undefined): FeedContent => (view === undefined ? {} : { view });

const feedOf = (db: Kysely<Database>, userId: string, view: string | undefined) =>
  db
    .selectFrom("secrets")
    .select(["id", "made_at as created_at"])
    .where("user_id", "=", userId)
    .where("purpose", "=", PURPOSE)
    .where("content", "=", JSON.stringify(contentOf(view)))
    .where("ended_at", "is", null)
    .executeTakeFirst();

/** The user's feed of their own tasks, or of a view; null without one. */
export async function findFeed(
  db: Kysely<Database>,
  userId: string,
  view: string | undefined,
): Promise<CalendarFeed | null> {
  const feed = await feedOf(db, userId, view);
  return feed ? { created_at: feed.created_at } : null;
}

/**
 * Gives the user's feed a new token. Those of earlier requests are no longer valid. Throws a 401 if the
 * session has ended, and a 404 if the user may not see the view.
 */
export async function replaceFeed(
  db: Kysely<Database>,
  user: UserRow,
  { token, view }: { token: string; view: string | undefined },
  { sessionId, ...context }: ChangeContext & { sessionId: string },
): Promise<CalendarFeed> {
  const columns = { user_id: user.id, at: context.at, lifetimeMs: null, content: contentOf(view) };
  const row = secretRow(PURPOSE, token, columns);
  const auditEvent = { kind: "user.calendar_feed_created", subject: userSubject(user) } as const;
  return await transaction(db, async (trx) => {
    await requireSession(trx, sessionId);
    const made = await findMade(trx, row, context);
    if (made) return { created_at: made.made_at };
    if (view !== undefined) await requireView(trx, view, user);
    const earlier = await feedOf(trx, user.id, view);
    if (earlier) await endSecrets(trx, [earlier.id], "revoked", context.at);
    await trx.insertInto("secrets").values(row).execute();
    await record(trx, context, auditEvent);
    return { created_at: row.made_at };
  });
}

/** Turns a user's feed off. Does nothing without one. */
export async function deleteFeed(
  db: Kysely<Database>,
  user: UserRow,
  view: string | undefined,
  context: ChangeContext,
): Promise<void> {
  const auditEvent = { kind: "user.calendar_feed_revoked", subject: userSubject(user) } as const;
  await transaction(db, async (trx) => {
    const feed = await feedOf(trx, user.id, view);
    if (!feed || (await isRecorded(trx, context))) return;
    await endSecrets(trx, [feed.id], "revoked", context.at);
    await record(trx, context, auditEvent);
  });
}

/** A feed of a user's own tasks, or of those of a view. */
export interface FeedSource {
  userId: string;
  view?: Pick<ViewRow, "id" | "name" | "query">;
}

/** The feed with this token; undefined without an active user, or if they no longer see its view. */
export async function findFeedSource(
  db: Kysely<Database>,
  token: string,
  now: Date,
): Promise<FeedSource | undefined> {
  const row = await workingSecrets(db, PURPOSE, now.toISOString())
    .innerJoin("users", "users.id", "secrets.user_id")
    .select(["users.id", "secrets.content"])
    .where("hash", "=", hashOf(token))
    .where("users.is_active", "=", 1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { view: viewId } = JSON.parse(row.content) as FeedContent;
  if (viewId === undefined) return { userId: row.id };
  const [view] = await findViews(db, [viewId], row);
  return view && { userId: row.id, view };
}

/** The condition of a view's tasks. A text is looked up first: the tasks with the latest due dates count. */
async function inView(db: Kysely<Database>, query: string, today: string): Promise<Condition> {
  const read = readViewFilters(query);
  if ("errors" in read) return (eb) => eb.lit(false);
  const { search, sort: _sort, ...filters } = read.value;
  if (!search) return matches(filters, today);
  const ids: string[] = [];
  const latest = { search, ...filters, sort: "-due" } as const;
  for await (const found of findAllTasks(db, latest, today)) {
    ids.push(...found.slice(0, FEED_TASKS_MAX - ids.length));
    if (ids.length === FEED_TASKS_MAX) break;
  }
  return (eb) => eb("id", "in", valuesIn(db, ids));
}

/**
 * The tasks of a feed: assigned to the user or of the view, with a due date, and open or done recently. Descriptions
 * are cut here, because whole ones would take up to 40 MB; one character more shows that there was a cut.
 */
export async function feedTasks(db: Kysely<Database>, { userId, view }: FeedSource, today: string) {
  const isShown = view
    ? await inView(db, view.query, today)
    : (eb: Parameters<Condition>[0]) => eb("assignee_id", "=", userId);
  const doneAfter = addDays(today, -DONE_SHOWN_DAYS);
  const rows = await db
    .selectFrom("tasks")
    .select(["id", "title", "status", "priority", labelsOf("tasks")])
    .select(sql<string>`substr(description, 1, ${sql.lit(DESCRIPTION_MAX + 1)})`.as("description"))
    .select((eb) => eb.ref("due_date").$notNull().as("due_date"))
    .select(["created_at", "updated_at", "version"])
    .where(isShown)
    .where("due_date", "is not", null)
    .where((eb) => eb.or([eb("status", "<>", "Done"), eb("status_changed_at", ">=", doneAfter)]))
    .orderBy("due_date", "desc")
    .orderBy("id")
    .limit(FEED_TASKS_MAX)
    .execute();
  const tasks = rows.map(withLabels);
  const labels = await namedLabels(db, setOf(tasks.flatMap((task) => task.labels)));
  return tasks.map((task) =>
    Object.assign(task, {
      labels: labels.filter(({ id }) => task.labels.includes(id)).map(({ name }) => name),
    }),
  );
}

export type FeedTask = Awaited<ReturnType<typeof feedTasks>>[number];

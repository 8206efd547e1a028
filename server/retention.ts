import type { ExpressionBuilder, Kysely } from "kysely";
import { FILE_RESTORE_DAYS } from "#contract/file.ts";
import { DUE_KINDS } from "#contract/inbox.ts";
import { RUN_DAYS } from "#contract/run.ts";
import { DAY_MS } from "#contract/time.ts";
import { deleteInBatches, type KeysOfRows } from "./db/deleteInBatches.ts";
import type { SecretPurpose } from "./db/schema/accounts.ts";
import type { Database } from "./db/schema.ts";
import { itemId } from "./inbox/due.ts";
import { jobOf } from "./runs/runs.ts";
import { SESSION_AGE_MAX_MS, SESSION_IDLE_MAX_MS } from "./sessions/sessions.ts";

/**
 * The number of days for which a secret stays in the table after its end. The page of a link says why
 * it ended, and the list of API tokens shows those that expired.
 */
const SECRET_DAYS: Readonly<Record<SecretPurpose, number>> = {
  invitation: 30,
  reset: 30,
  sign_in_code: 0,
  provider_sign_in: 0,
  logout_token: 0,
  api_token: 30,
  calendar_feed: 0,
};
/** The number of days for which an inbox keeps an item, and the number of its items. */
const INBOX_DAYS = 90;
export const INBOX_ITEMS_MAX = 500;
/** The number of days for which an inbox shows a read task that is due, in any time zone. */
const DUE_DAYS = 3;
/** The number of days for which finished deliveries are listed, and the number of a webhook's deliveries. */
const DELIVERY_DAYS = 7;
export const DELIVERIES_MAX = 10_000;

/** Whether an item marks an overdue task as read, which the inbox would otherwise show again. */
const isNeeded = ({ exists, selectFrom }: ExpressionBuilder<Database, "notifications">) =>
  exists(
    selectFrom("tasks")
      .select("tasks.id")
      .whereRef("tasks.id", "=", "notifications.task_id")
      .whereRef("tasks.assignee_id", "=", "notifications.user_id")
      .where("tasks.status", "<>", "Done")
      .where("notifications.id", "=", itemId("overdue")),
  );

/** The bulk actions that ended so long ago that their results are deleted. */
const endedRuns = (db: Kysely<Database>, before: string) =>
  db
    .selectFrom("jobs as ended")
    .select("ended.subject_id")
    .where("ended.kind", "in", [jobOf("user"), jobOf("task")])
    .where("ended.made_at", "<", before)
    .where("ended.ended_at", "<", before)
    .where(
      "ended.subject_id",
      "not in",
      db.selectFrom("jobs").select("subject_id").where("state", "=", "running"),
    );

/** Rows of a table with these keys, which a query finds. */
interface Old {
  table: keyof Database;
  keys: readonly string[];
  rows: KeysOfRows;
}

type Retention = (db: Kysely<Database>, before: (ms: number) => string) => AsyncIterable<Old>;

/**
 * What the server keeps only for a time, or only a number of. Deleted tasks (`tasks/deletedTasks.ts`), labels
 * (`labels/labelRows.ts`), views (`views/viewRows.ts`) and imports (`imports/prune.ts`) end in steps of their own.
 */
export const RETENTION: readonly Retention[] = [
  async function* sessions(db, before) {
    const all = db.selectFrom("sessions").select("id");
    const of = { table: "sessions", keys: ["id"] } as const;
    yield { ...of, rows: all.where("last_used_at", "<=", before(SESSION_IDLE_MAX_MS)) };
    yield { ...of, rows: all.where("created_at", "<=", before(SESSION_AGE_MAX_MS)) };
  },
  async function* secrets(db, before) {
    const of = { table: "secrets", keys: ["id"] } as const;
    for (const [purpose, days] of Object.entries(SECRET_DAYS) as [SecretPurpose, number][]) {
      const all = db.selectFrom("secrets").select("id").where("purpose", "=", purpose);
      yield { ...of, rows: all.where("ended_at", "<=", before(days * DAY_MS)) };
      yield { ...of, rows: all.where("expires_at", "<=", before(days * DAY_MS)) };
    }
  },
  async function* inboxes(db, before) {
    const keys = ["user_id", "id"] as const;
    const of = { table: "notifications", keys } as const;
    const all = db.selectFrom("notifications").select(keys);
    const news = all.where("kind", "not in", DUE_KINDS);
    const due = all.where("kind", "in", DUE_KINDS).where((eb) => eb.not(isNeeded(eb)));
    yield { ...of, rows: news.where("created_at", "<", before(INBOX_DAYS * DAY_MS)) };
    yield { ...of, rows: due.where("created_at", "<", before(DUE_DAYS * DAY_MS)) };
    const full = await db
      .selectFrom("notifications")
      .where("kind", "not in", DUE_KINDS)
      .select("user_id")
      .groupBy("user_id")
      .having(({ fn }) => fn.countAll(), ">", INBOX_ITEMS_MAX)
      .execute();
    for (const { user_id } of full) {
      const newest = news.where("user_id", "=", user_id).orderBy("created_at", "desc");
      yield { ...of, rows: newest.orderBy("id", "desc").offset(INBOX_ITEMS_MAX) };
    }
  },
  async function* deliveries(db, before) {
    const of = { table: "webhook_deliveries", keys: ["id"] } as const;
    for (const { id } of await db.selectFrom("webhooks").select("id").execute()) {
      const own = db.selectFrom("webhook_deliveries").select("id").where("webhook_id", "=", id);
      const newest = own.orderBy("created_at", "desc").orderBy("id", "desc");
      yield { ...of, rows: own.where("created_at", "<", before(DELIVERY_DAYS * DAY_MS)) };
      yield { ...of, rows: newest.offset(DELIVERIES_MAX) };
    }
  },
  async function* files(db, before) {
    const all = db.selectFrom("files").select("id");
    const rows = all.where("deleted_at", "<", before(FILE_RESTORE_DAYS * DAY_MS));
    yield { table: "files", keys: ["id"], rows };
  },
  async function* bulkActions(db, before) {
    const ended = endedRuns(db, before(RUN_DAYS * DAY_MS));
    const keys = ["run_id", "position"] as const;
    const items = db.selectFrom("run_items").select(keys).where("run_id", "in", ended);
    const runs = db.selectFrom("runs").select("id").where("id", "in", ended);
    yield { table: "run_items", keys, rows: items };
    yield { table: "runs", keys: ["id"], rows: runs };
    yield { table: "jobs", keys: ["subject_id"], rows: ended };
  },
];

/** Deletes what a table of {@link RETENTION} keeps no longer. */
export async function deleteOld(
  db: Kysely<Database>,
  now: Date,
  retention: Retention,
): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  for await (const { table, keys, rows } of retention(db, before)) {
    await deleteInBatches(db, table, keys, rows);
  }
}

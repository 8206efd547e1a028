import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import type { InferType } from "yup";
import { ACTIVITY_PAGE_SIZE, type ActivityScope } from "#contract/activity.ts";
import { INBOX_EXCERPT } from "#contract/inbox.ts";
import type { activityQueryRule } from "#contract/rules/activity.ts";
import type { ActivityEntry, ActivityResponse } from "#contract/shapes/activity.ts";
import type { CommentExcerpt } from "#contract/shapes/inbox.ts";
import { KIND_OF_ENTRY } from "#server/changes/kinds.ts";
import { liveComments } from "#server/db/liveComments.ts";
import type { ChangedComment } from "#server/db/schema/changes.ts";
import type { Database } from "#server/db/schema.ts";
import type { RunLongRead } from "#server/search/longReads.ts";
import { SEARCH_LIMITS, SearchBudget, StepSize } from "#server/search/searchBudget.ts";
import {
  entriesOf,
  HISTORY_CHANGE_KINDS,
  READ_COLUMNS,
  readChange,
} from "#server/taskHistory/entries.ts";

/** A validated query of the activity. */
export type ActivitySearch = InferType<typeof activityQueryRule>;

/** The changes of tasks. A literal, because SQLite finds no partial index for a parameter. */
export const OF_TASKS = sql<SqlBool>`changes.subject_kind = 'task'`;

/** The number of changes that a page checks at once; further ones wait for the lane of long reads. */
const FIRST_ROWS = 200;
/** The number of changes that are then checked per step, and the most that a page checks. */
const STEP_ROWS = { min: 100, max: 1_000 };
const ROWS_MAX = 10_000;

/** The newest changes of tasks before a number, with their tasks. */
const readWindow = (
  db: Kysely<Database>,
  { actor, after }: Pick<ActivitySearch, "actor" | "after">,
  before: number | undefined,
  size: number,
) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom("changes")
        .selectAll("changes")
        .where(OF_TASKS)
        .$if(actor !== undefined, (query) => query.where("actor_id", "=", actor ?? ""))
        .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
        .$if(after !== undefined, (query) => query.where("number", ">", after ?? 0))
        .orderBy("number", "desc")
        .limit(size)
        .as("recent"),
    )
    .leftJoin("tasks", "tasks.id", "recent.subject_id")
    .leftJoin("deleted_tasks", "deleted_tasks.id", "recent.subject_id")
    .orderBy("recent.number", "desc");

type Window = ExpressionBuilder<
  Database & { recent: Database["changes"] },
  "recent" | "tasks" | "deleted_tasks"
>;

const SCOPES: Readonly<Record<ActivityScope, (eb: Window, userId: string) => Expression<SqlBool>>> =
  {
    mine: (eb, userId) =>
      eb.or([
        eb(eb.fn.coalesce("tasks.assignee_id", "deleted_tasks.assignee_id"), "=", userId),
        eb(eb.fn.coalesce("tasks.created_by", "deleted_tasks.created_by"), "=", userId),
      ]),
    teams: (eb, userId) =>
      eb(
        eb.fn.coalesce("tasks.team_id", "deleted_tasks.team_id"),
        "in",
        eb.selectFrom("team_members").select("team_id").where("user_id", "=", userId),
      ),
  };

/**
 * Whether the user may see a change and has asked for it. Every user may read every task (§6). Of a
 * deleted task only the deletion shows, because nobody can read its history.
 */
const fits = (eb: Window, { scope, kind }: ActivitySearch, userId: string) =>
  eb.and([
    eb.or([eb("tasks.id", "is not", null), eb("recent.kind", "=", KIND_OF_ENTRY.deleted)]),
    kind === undefined
      ? eb("recent.kind", "in", HISTORY_CHANGE_KINDS)
      : eb("recent.kind", "=", KIND_OF_ENTRY[kind]),
    ...(scope === undefined ? [] : [SCOPES[scope](eb, userId)]),
  ]);

/** The numbers of a page's changes, and of the last change that was checked if there may be older ones. */
interface FoundPage {
  /** The maximum number of changes. */
  size: number;
  numbers: number[];
  next: number | null;
}

/** Checks the next changes. Returns whether the page may get more of them. */
async function checkNext(
  db: Kysely<Database>,
  userId: string,
  search: ActivitySearch,
  page: FoundPage,
  size: number,
): Promise<boolean> {
  const rows = await readWindow(db, search, page.next ?? search.before, size)
    .select("recent.number")
    .select((eb) =>
      eb
        .case()
        .when(fits(eb, search, userId))
        .then(1)
        .else(0)
        .end()
        .as("fits"),
    )
    .execute();
  for (const { number, fits: isFitting } of rows) {
    if (isFitting === 0) continue;
    if (page.numbers.length === page.size) {
      page.next = page.numbers.at(-1) ?? null;
      return false;
    }
    page.numbers.push(number);
  }
  page.next = rows.length < size ? null : (rows.at(-1)?.number ?? null);
  return page.next !== null;
}

export async function findPage(
  db: Kysely<Database>,
  userId: string,
  search: ActivitySearch,
  runLongRead: RunLongRead,
  size: number,
): Promise<FoundPage> {
  const page: FoundPage = { size, numbers: [], next: null };
  if (!(await checkNext(db, userId, search, page, FIRST_ROWS))) return page;
  const budget = new SearchBudget({ ...SEARCH_LIMITS, workMs: Infinity });
  const steps = new StepSize(STEP_ROWS.min, STEP_ROWS.max);
  await runLongRead(userId, async () => {
    let checked = FIRST_ROWS;
    const readNext = async (size: number) => {
      checked += size;
      return await checkNext(db, userId, search, page, size);
    };
    while (await budget.step(steps, readNext)) {
      if (checked >= ROWS_MAX) return;
    }
  });
  return page;
}

/** The beginnings of comments by their ids. */
async function readExcerpts(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, CommentExcerpt>> {
  if (ids.length === 0) return new Map();
  const rows = await liveComments(db)
    .select("id")
    .select(sql<string>`substr(comment, 1, ${sql.lit(INBOX_EXCERPT)})`.as("excerpt"))
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const commentOf = (details: string): string =>
  (JSON.parse(details) as Partial<ChangedComment>).comment ?? "";

export async function readEntries(
  db: Kysely<Database>,
  numbers: readonly number[],
): Promise<ActivityEntry[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom("changes")
    .leftJoin("tasks", "tasks.id", "changes.subject_id")
    .select(READ_COLUMNS)
    .select(["changes.subject_name", "tasks.title"])
    .where("changes.number", "in", numbers)
    .orderBy("changes.number", "desc")
    .execute();
  const rowOf = new Map(rows.map((row) => [row.number, row]));
  const excerpts = await readExcerpts(
    db,
    rows.map(({ details }) => commentOf(details)).filter(Boolean),
  );
  return entriesOf(rows.map(readChange)).map((entry) => {
    const { title = null, subject_name = "", details = "{}" } = rowOf.get(entry.number) ?? {};
    const { taskId, number, oldest, id, at, actor, kind, changes, file } = entry;
    const task = { id: taskId, title: title ?? subject_name };
    const comment = excerpts.get(commentOf(details)) ?? null;
    const shown = { number, oldest, id, at, actor, kind, changes, task, comment };
    const more = { gone: title === null, count: 1, tasks: 1, ...(file !== undefined && { file }) };
    return Object.assign(shown, more);
  });
}

/**
 * One page of the changes of all tasks, newest first. It checks a bounded number of changes, so it may have
 * few entries although older changes match.
 */
export async function listActivity(
  db: Kysely<Database>,
  user: { id: string; activity_seen: number },
  search: ActivitySearch,
  runLongRead: RunLongRead,
): Promise<ActivityResponse> {
  const { numbers, next } = await findPage(db, user.id, search, runLongRead, ACTIVITY_PAGE_SIZE);
  return { entries: await readEntries(db, numbers), next, seen: user.activity_seen };
}

/** Notes that a user has seen the changes up to a number. It never goes back. */
export async function markSeen(db: Kysely<Database>, userId: string, until: number): Promise<void> {
  const { newest } = await db
    .selectFrom("changes")
    .select(({ fn }) => fn.max("number").as("newest"))
    .executeTakeFirstOrThrow();
  const seen = Math.min(until, newest ?? 0);
  await db
    .updateTable("users")
    .set({ activity_seen: seen })
    .where("id", "=", userId)
    .where("activity_seen", "<", seen)
    .execute();
}

import { type Kysely, sql, type Transaction } from "kysely";
import type { InferType } from "yup";
import type { NamedRecord } from "#contract/id.ts";
import type { taskRunRule } from "#contract/rules/taskRun.ts";
import { valuesOf } from "#contract/task.ts";
import type { TaskRunChange } from "#contract/taskRun.ts";
import type { RunResult } from "#contract/userRun.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { requireRoom } from "#server/changes/entryLimit.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesInOrder } from "#server/db/dialect.ts";
import type { Database, TaskRunRow, UserRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { forbidden, HttpError, refused } from "#server/http/errors.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { beginJob, isBegun } from "#server/jobs/queries.ts";
import { beginUndoOf } from "#server/runs/runs.ts";
import { isOpen } from "#server/search/filters.ts";
import { findReceiver } from "#server/tasks/openTasks.ts";
import { unknownReferences } from "#server/tasks/values.ts";
import { getUser } from "#server/users/queries.ts";
import { NO_TASK } from "./change.ts";
import { findRun, needsAdmin, undoUntil, type Viewer } from "./queries.ts";

/** The body of a request that starts a run. */
type RunRequest = InferType<ReturnType<typeof taskRunRule>>;

/** The maximum number of runs that work for one user at the same time. */
const UNDER_WAY_MAX = 5;

/** Throws a 429 if a user has very many runs. */
async function requireFewRuns(trx: Transaction<Database>, context: ChangeContext): Promise<void> {
  const underWay = trx
    .selectFrom("jobs")
    .select("id")
    .where("state", "=", "running")
    .where("kind", "in", ["task_run", "task_run_undo"])
    .where("made_by", "=", context.by.id);
  if ((await countRows(trx, underWay)) >= UNDER_WAY_MAX) {
    throw new HttpError(429, { error: "Too many of your bulk actions are under way" }, 10);
  }
  await requireRoom(trx, context, "tasks.run_ended");
}

async function nameIn(
  db: Kysely<Database>,
  table: "users" | "teams",
  id: string,
): Promise<NamedRecord> {
  return await db
    .selectFrom(table)
    .select(["id", "name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** The new values with names. Throws a 400 or a 403 if they would be refused for every task. */
async function readChange(
  db: Kysely<Database>,
  { action, task_ids: _ids, assignee_id, team_id, ...fields }: RunRequest,
  user: UserRow,
): Promise<TaskRunChange> {
  if (action !== "change") return {};
  if (team_id !== undefined && user.role !== "admin") {
    throw forbidden("Only admins may set the team of a task");
  }
  const references = { assignee_id: assignee_id ?? null, team_id: team_id ?? null };
  const errors = await unknownReferences(db, references, null);
  if (errors.length > 0) throw refused(errors);
  return {
    ...(fields.status !== undefined && { status: fields.status }),
    ...(fields.priority !== undefined && { priority: fields.priority }),
    ...(fields.due_date !== undefined && { due_date: fields.due_date }),
    ...(assignee_id !== undefined && {
      assignee: assignee_id === null ? null : await nameIn(db, "users", assignee_id),
    }),
    ...(team_id !== undefined && {
      team: team_id === null ? null : await nameIn(db, "teams", team_id),
    }),
  };
}

/** Stores the tasks of a run. Those that don't exist are refused already. */
async function insertItems(
  trx: Transaction<Database>,
  run_id: string,
  ids: readonly string[],
): Promise<void> {
  const { result, reason } = NO_TASK;
  await trx
    .insertInto("task_run_items")
    .columns(["run_id", "position", "task_id", "title", "result", "reason", "before"])
    .expression(
      trx
        .selectFrom(valuesInOrder(trx, ids))
        .leftJoin("tasks", "tasks.id", "list.value")
        .select(({ val, cast }) => cast<string>(val(run_id), "text").as("run_id"))
        .select(["list.position", "list.value as task_id"])
        .select([
          sql<string>`coalesce(tasks.title, '')`.as("title"),
          sql<RunResult>`case when tasks.id is null then ${sql.lit(result)} else 'waiting' end`.as(
            "result",
          ),
          sql<string>`case when tasks.id is null then ${sql.lit(reason)} else '' end`.as("reason"),
          sql.lit("").as("before"),
        ]),
    )
    .execute();
}

/** Stores the open tasks of a user as those of a run. */
async function insertOpenTasks(
  trx: Transaction<Database>,
  runId: string,
  userId: string,
): Promise<void> {
  await trx
    .insertInto("task_run_items")
    .columns(["run_id", "position", "task_id", "title", "result", "reason", "before"])
    .expression(
      trx
        .selectFrom("tasks")
        .select(({ val, cast }) => [
          cast<string>(val(runId), "text").as("run_id"),
          sql<number>`row_number() over (order by tasks.id)`.as("position"),
        ])
        .select(["tasks.id as task_id", "tasks.title"])
        .select([
          sql.lit("waiting" as const).as("result"),
          sql.lit("").as("reason"),
          sql.lit("").as("before"),
        ])
        .where("assignee_id", "=", userId)
        .where(isOpen),
    )
    .execute();
  await trx
    .updateTable("task_runs")
    .set((eb) => ({
      total: eb
        .selectFrom("task_run_items")
        .select(({ fn }) => fn.countAll<number>().as("items"))
        .where("run_id", "=", runId),
    }))
    .where("id", "=", runId)
    .execute();
}

/** Stores a new run, and begins its job. */
async function begin(
  trx: Transaction<Database>,
  run: TaskRunRow,
  context: ChangeContext,
  insert: () => Promise<void>,
): Promise<Lease> {
  await requireFewRuns(trx, context);
  await trx.insertInto("task_runs").values(run).execute();
  await insert();
  return await beginJob(trx, { kind: "task_run", subject_id: run.id }, context);
}

/**
 * Stores a run, and begins its job.
 *
 * @returns the lease of its job; undefined if the run isn't new: a request may be repeated
 */
export async function createRun(
  db: Kysely<Database>,
  id: string,
  request: RunRequest,
  user: UserRow,
  context: ChangeContext,
): Promise<Lease | undefined> {
  const { action } = request;
  const ids = [...new Set(valuesOf(request.task_ids))];
  return await transaction(db, async (trx) => {
    // Before the request is checked: what was right then may have changed since.
    if (await isBegun(trx, { kind: "task_run", subject_id: id }, context)) return undefined;
    const change = JSON.stringify(await readChange(trx, request, user));
    const run = { id, action, change, from_id: null, from_name: "", total: ids.length };
    return await begin(trx, run, context, () => insertItems(trx, id, ids));
  });
}

/**
 * Stores a run that assigns a user's open tasks to another user, or to nobody, and begins its job. Throws
 * a 404 without such a user, and a 400 if the other one can't receive tasks.
 *
 * @returns the lease of its job; undefined if the run isn't new
 */
export async function createHandOver(
  db: Kysely<Database>,
  id: string,
  { fromId, toId }: { fromId: string; toId: string | null },
  context: ChangeContext,
): Promise<Lease | undefined> {
  const action = "hand_over" as const;
  return await transaction(db, async (trx) => {
    if (await isBegun(trx, { kind: "task_run", subject_id: id }, context)) return undefined;
    const from = await getUser(trx, fromId);
    const assignee = toId === null ? null : await findReceiver(trx, [fromId], toId, "to");
    const change = JSON.stringify({ assignee } satisfies TaskRunChange);
    const run = { id, action, change, from_id: fromId, from_name: from.name, total: 0 };
    return await begin(trx, run, context, () => insertOpenTasks(trx, id, fromId));
  });
}

/**
 * Begins to undo a run. Throws a 403 if only admins may, and a 409 if the run can't be undone.
 *
 * @returns the lease of its job; undefined if the undo isn't new: a request may be repeated
 */
export async function beginUndo(
  db: Kysely<Database>,
  id: string,
  viewer: Viewer,
  context: ChangeContext,
): Promise<Lease | undefined> {
  return await transaction(db, async (trx) => {
    const run = await findRun(trx, id, viewer);
    if (viewer.role !== "admin" && needsAdmin(run)) {
      throw forbidden("Only admins may undo this bulk action");
    }
    return await beginUndoOf(trx, "task_run", run, undoUntil(run, context.at), context);
  });
}

import { type AliasedExpression, type Kysely, sql, type Transaction } from "kysely";
import type { InferType } from "yup";
import { taskRunRule } from "#contract/rules/run.ts";
import type { RunResult } from "#contract/run.ts";
import type { RunProgress, TaskRun, TaskRunChange } from "#contract/shapes/run.ts";
import { valuesOf } from "#contract/task.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { requireRoom } from "#server/changes/entryLimit.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesInOrder } from "#server/db/dialect.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { addedLabels, namedLabels } from "#server/db/taskLabels.ts";
import { earliestToday } from "#server/http/today.ts";
import { validated } from "#server/http/validation.ts";
import { forbidden, refused, tooMany } from "#server/refusals.ts";
import { isOpen } from "#server/search/filters.ts";
import { findReceiver } from "#server/tasks/openTasks.ts";
import { unknownReferences } from "#server/tasks/values.ts";
import { getUser } from "#server/users/queries.ts";
import type { RunPlan } from "./runKind.ts";
import { jobOf } from "./runs.ts";
import { NO_TASK } from "./taskRunStep.ts";

/** The body of a request that starts a run. */
type RunRequest = InferType<ReturnType<typeof taskRunRule>>;

/** What a bulk action on tasks does. */
export type TaskRunDetails = Omit<TaskRun, keyof RunProgress>;

/** The maximum number of runs that work for one user at the same time. */
const UNDER_WAY_MAX = 5;

/** Throws a 429 if a user has very many runs. */
async function requireFewRuns(trx: Transaction<Database>, context: ChangeContext): Promise<void> {
  const underWay = trx
    .selectFrom("jobs")
    .select("id")
    .where("state", "=", "running")
    .where("kind", "in", [jobOf("task"), jobOf("task", true)])
    .where("made_by", "=", context.by.id);
  if ((await countRows(trx, underWay)) >= UNDER_WAY_MAX) {
    throw tooMany("Too many of your bulk actions are under way", 10);
  }
  await requireRoom(trx, context, "tasks.run_ended");
}

/** The new values with names. Throws a 400 or a 403 if they would be refused for every task. */
async function readChange(
  db: Kysely<Database>,
  { action, task_ids: _ids, assignee_id, team_id, labels, ...fields }: RunRequest,
  user: UserRow,
): Promise<TaskRunChange> {
  if (action !== "change") return {};
  if (team_id !== undefined && user.role !== "admin") {
    throw forbidden("Only admins may set the team of a task");
  }
  const references = { assignee_id: assignee_id ?? null, team_id: team_id ?? null };
  const errors = await unknownReferences(db, references, null);
  if (errors.length > 0) throw refused(errors);
  const named = async (table: "users" | "teams", id: string | null | undefined) =>
    typeof id === "string"
      ? await db
          .selectFrom(table)
          .select(["id", "name"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      : id;
  // Its JSON leaves out the fields that are undefined.
  return {
    ...fields,
    assignee: await named("users", assignee_id),
    team: await named("teams", team_id),
    ...(labels && {
      labels: {
        add: await addedLabels(db, labels.add),
        remove: await namedLabels(db, labels.remove),
      },
    }),
  } as TaskRunChange;
}

/** Tasks with their positions in a run. Those that don't exist have no title. */
type Listed = AliasedExpression<{ position: number; id: string; title: string | null }, "listed">;

/** Stores the tasks of a run. Those that don't exist are refused already. */
async function insertItems(
  trx: Transaction<Database>,
  run_id: string,
  listed: Listed,
): Promise<void> {
  const { result, reason } = NO_TASK;
  const unlessMissing = <Text extends string>(text: Text, missing: Text) =>
    sql<Text>`case when title is null then ${sql.lit(missing)} else ${sql.lit(text)} end`;
  await trx
    .insertInto("run_items")
    .columns(["run_id", "position", "item_id", "name", "result", "reason"])
    .expression(
      trx
        .selectFrom(listed)
        .select(({ val, cast }) => cast<string>(val(run_id), "text").as("run_id"))
        .select(["position", "id as item_id"])
        .select([
          sql<string>`coalesce(title, '')`.as("name"),
          unlessMissing<RunResult>("waiting", result).as("result"),
          unlessMissing<string>("", reason).as("reason"),
        ]),
    )
    .execute();
}

/** Plans a change or a deletion of tasks: see `read` of a `RunKind`. */
export function readRequest(body: unknown, at: Date) {
  const request = validated(taskRunRule(earliestToday(at)), body);
  const ids = [...new Set(valuesOf(request.task_ids))];
  return async (db: Kysely<Database>, caller: UserRow): Promise<RunPlan<TaskRunDetails>> => {
    const change = await readChange(db, request, caller);
    return {
      details: { action: request.action, change, from: null },
      async insertItems(trx, runId) {
        await requireFewRuns(trx, { by: caller, at });
        const listed = trx
          .selectFrom(valuesInOrder(trx, ids))
          .leftJoin("tasks", "tasks.id", "list.value")
          .select(["list.position", "list.value as id", "tasks.title"]);
        await insertItems(trx, runId, listed.as("listed"));
      },
    };
  };
}

/**
 * Plans to assign a user's open tasks to another user, or to nobody. Throws a 404 without such a user, and a
 * 400 if the other one can't receive tasks.
 */
export async function planHandOver(
  db: Kysely<Database>,
  fromId: string,
  toId: string | null,
  context: ChangeContext,
): Promise<RunPlan<TaskRunDetails>> {
  const { name } = await getUser(db, fromId);
  const assignee = toId === null ? null : await findReceiver(db, [fromId], toId, "to");
  return {
    details: { action: "hand_over", change: { assignee }, from: { id: fromId, name } },
    async insertItems(trx, runId) {
      await requireFewRuns(trx, context);
      const listed = trx
        .selectFrom("tasks")
        .select(sql<number>`row_number() over (order by id)`.as("position"))
        .select(["id", "title"])
        .where("assignee_id", "=", fromId)
        .where(isOpen);
      await insertItems(trx, runId, listed.as("listed"));
    },
  };
}

import type { Kysely, Transaction } from "kysely";
import { taskPatchRule, taskRule } from "#contract/rules/task.ts";
import type { FieldError } from "#contract/shapes/errors.ts";
import {
  mapFields,
  type SetChange,
  SINGLE_FIELDS,
  type TaskFieldValues,
  taskValues,
} from "#contract/taskFields.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { TaskRow } from "#server/db/schema/tasks.ts";
import type { Database } from "#server/db/schema.ts";
import { changedLabels, differenceTo } from "#server/db/taskLabels.ts";
import { earliestToday } from "#server/http/today.ts";
import { validated } from "#server/http/validation.ts";
import { forbidden, refused } from "#server/refusals.ts";

interface Context {
  /** The task to change; null for a new one. */
  task: TaskRow | null;
  /** The version that the client has read, by `If-Match`. The body may have it instead. */
  version?: number | undefined;
  user: UserRow;
  now: Date;
}

/**
 * The values of a request body. Missing fields of an existing task keep their values. Throws a 400
 * for values that break the rules or refer to a missing user or team, and a 403 for a team that the
 * user may not set (§6).
 */
export async function chosenValues(
  trx: Transaction<Database>,
  body: unknown,
  context: Context,
): Promise<TaskFieldValues> {
  const rule = taskRule(earliestToday(context.now), context.task);
  const input = validated(rule, withCurrentValues(context.task, body));
  // By default a new task is assigned to the current user (§4).
  const { assignee_id = context.user.id } = input;
  const values = mapFields(SINGLE_FIELDS, (name) => input[name] ?? null);
  const { labels: list, version = context.version } = input;
  const none = { id: "", version: 0, labels: [] };
  const change = list && (await differenceTo(trx, context.task ?? none, list, version));
  const labels = await newLabels(trx, context.task, change);
  return await permittedValues(trx, { ...values, assignee_id, labels } as TaskFieldValues, context);
}

const newLabels = async (
  db: Kysely<Database>,
  task: TaskRow | null,
  change: SetChange | undefined,
): Promise<string[]> =>
  change ? await changedLabels(db, task?.labels ?? [], change) : (task?.labels ?? []);

/** Like `chosenValues`, for a body with any of the fields. */
export async function patchedValues(
  db: Kysely<Database>,
  body: unknown,
  context: Context & { task: TaskRow },
): Promise<TaskFieldValues> {
  const { task, now } = context;
  const patch = validated(taskPatchRule(earliestToday(now), task), body);
  const values = mapFields(SINGLE_FIELDS, (name) =>
    patch[name] === undefined ? task[name] : patch[name],
  );
  const labels = await newLabels(db, task, patch.labels);
  return await permittedValues(db, { ...values, labels } as TaskFieldValues, context);
}

async function permittedValues(
  db: Kysely<Database>,
  values: TaskFieldValues,
  { task, user }: Context,
): Promise<TaskFieldValues> {
  if (user.role !== "admin" && values.team_id !== (task?.team_id ?? null)) {
    throw forbidden("Only admins may set the team of a task");
  }
  const errors = await unknownReferences(db, values, task);
  if (errors.length > 0) throw refused(errors);
  return values;
}

function withCurrentValues(task: TaskRow | null, body: unknown): unknown {
  if (!task || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { title: _title, priority: _priority, labels: _labels, ...kept } = taskValues(task);
  return { ...kept, ...body };
}

/**
 * The errors of references to a missing user or team. Checks changed references only: a task may keep an
 * assignee who was deactivated.
 */
export async function unknownReferences(
  db: Kysely<Database>,
  { assignee_id, team_id }: Pick<TaskFieldValues, "assignee_id" | "team_id">,
  task: TaskRow | null,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (assignee_id !== null && assignee_id !== task?.assignee_id) {
    const assignee = await db
      .selectFrom("users")
      .select("is_active")
      .where("id", "=", assignee_id)
      .executeTakeFirst();
    if (!assignee) errors.push({ param: "assignee_id", msg: "Assignee does not exist" });
    else if (!assignee.is_active)
      errors.push({ param: "assignee_id", msg: "Assignee is not active" });
  }
  if (team_id !== null && team_id !== task?.team_id) {
    const team = await db
      .selectFrom("teams")
      .select("id")
      .where("id", "=", team_id)
      .executeTakeFirst();
    if (!team) errors.push({ param: "team_id", msg: "Team does not exist" });
  }
  return errors;
}

import type { Kysely } from "kysely";
import type { InferType } from "yup";
import type { FieldError } from "#contract/errors.ts";
import { taskPatchRule, taskRule } from "#contract/rules/task.ts";
import type { Database, TaskRow, UserRow } from "#server/db/schema.ts";
import { forbidden, refused, validated } from "#server/http/errors.ts";
import { earliestToday } from "#server/http/today.ts";
import type { TaskValues } from "./queries.ts";

interface Context {
  /** The task to change; null for a new one. */
  task: TaskRow | null;
  user: UserRow;
  now: Date;
}

/**
 * The values of a request body. Missing fields of an existing task keep their values. Throws a 400
 * for values that break the rules or refer to a missing user or team, and a 403 for a team that the
 * user may not set (§6).
 */
export async function chosenValues(
  db: Kysely<Database>,
  body: unknown,
  context: Context,
): Promise<TaskValues> {
  const rule = taskRule(earliestToday(context.now), context.task);
  const input = validated(rule, withCurrentValues(context.task, body));
  return await permittedValues(db, input, context);
}

/** Like `chosenValues`, for a body with any of the fields. */
export async function patchedValues(
  db: Kysely<Database>,
  body: unknown,
  context: Context & { task: TaskRow },
): Promise<TaskValues> {
  const { task, now } = context;
  const patch = validated(taskPatchRule(earliestToday(now), task), body);
  const {
    due_date = task.due_date,
    assignee_id = task.assignee_id,
    team_id = task.team_id,
  } = patch;
  const input = {
    title: patch.title ?? task.title,
    description: patch.description ?? task.description,
    status: patch.status ?? task.status,
    priority: patch.priority ?? task.priority,
    due_date,
    assignee_id,
    team_id,
  };
  return await permittedValues(db, input, context);
}

async function permittedValues(
  db: Kysely<Database>,
  input: InferType<ReturnType<typeof taskRule>>,
  { task, user }: Context,
): Promise<TaskValues> {
  const values: TaskValues = {
    title: input.title,
    description: input.description,
    status: input.status,
    priority: input.priority,
    due_date: input.due_date ?? null,
    // By default a new task is assigned to the current user (§4).
    assignee_id: input.assignee_id === undefined ? user.id : input.assignee_id,
    team_id: input.team_id ?? null,
  };
  if (user.role !== "admin" && values.team_id !== (task?.team_id ?? null)) {
    throw forbidden("Only admins may set the team of a task");
  }
  const errors = await unknownReferences(db, values, task);
  if (errors.length > 0) throw refused(errors);
  return values;
}

function withCurrentValues(task: TaskRow | null, body: unknown): unknown {
  if (!task || typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { description, status, due_date, assignee_id, team_id } = task;
  return { description, status, due_date, assignee_id, team_id, ...body };
}

/**
 * The errors of references to a missing user or team. Checks changed references only: a task may keep an
 * assignee who was deactivated.
 */
export async function unknownReferences(
  db: Kysely<Database>,
  { assignee_id, team_id }: Pick<TaskValues, "assignee_id" | "team_id">,
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { taskPatchRule, taskRule } from "#contract/rules/task.ts";
import type { TaskConflictResponse } from "#contract/shapes/task.ts";
import { SavedTaskResponse } from "#contract/shapes/task.ts";
import { findRecorded } from "#server/changes/earlierAttempt.ts";
import { inboxesOf, record, taskSubject } from "#server/changes/record.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { userOf } from "#server/sessions/access.ts";
import { requireCaller } from "#server/users/queries.ts";
import { deleteTask, restoreTask } from "./deletedTasks.ts";
import { editTask, etagOf, presentEdit, VERSIONED } from "./edit.ts";
import { findSavedTask, insertTask } from "./queries.ts";
import { chosenValues, patchedValues } from "./values.ts";

const tasks = { access: "user", tag: "Tasks" } as const;
const saved = { response: SavedTaskResponse, etag: true } as const;
/** Has no past-date check, because the API document doesn't depend on the current day. */
const dependentBody = taskRule("0000-01-01", null);
const patch = taskPatchRule("0000-01-01", null);
const TEAM_OF_TASK = "Only admins may set the team of a task.";

const CREATE = api({
  ...tasks,
  ...saved,
  operationId: "createTask",
  summary: "Create a task",
  dependentBody,
  headers: CLIENT_ID_HEADER,
  status: 201,
  failures: { 403: TEAM_OF_TASK },
});
const change = {
  ...tasks,
  params: BY_ID,
  ...saved,
  ...VERSIONED,
  failures: { 403: TEAM_OF_TASK, ...VERSIONED.failures },
} as const;
const CHANGE = api({
  ...change,
  operationId: "replaceTask",
  summary: "Change a task",
  dependentBody,
});
const PATCH = api({
  ...change,
  operationId: "updateTask",
  summary: "Change some fields of a task",
  dependentBody: patch,
});
const DELETE = api({
  ...tasks,
  params: BY_ID,
  operationId: "deleteTask",
  summary: "Delete a task and its comments; an admin can restore them for 30 days",
  headers: CLIENT_ID_HEADER,
});
const RESTORE = api({
  ...saved,
  access: "admin",
  params: BY_ID,
  tag: "Tasks",
  operationId: "restoreTask",
  summary: "Restore a deleted task and its comments",
  headers: CLIENT_ID_HEADER,
  failures: { 409: "There is a task with this id." },
});

/** Routes to change tasks (§7). All signed-in users may create, edit and delete them (§6). */
export function taskChangeRoutes(app: FastifyInstance, { db, now }: Deps): void {
  app.post("/api/tasks", CREATE, async (request, reply): Promise<SavedTaskResponse> => {
    const user = userOf(request);
    const context = contextOf(request, now());
    const { at } = context;
    const task = await transaction(db, async (trx) => {
      await requireCaller(trx, user);
      const earlier = await findRecorded(trx, context);
      if (earlier) return await findSavedTask(trx, earlier.subject_id);
      const values = await chosenValues(trx, request.body, { task: null, user, now: at });
      const inserted = await insertTask(trx, values, user.id, at, context.id);
      const own = { ...context, id: inserted.id };
      const inboxes = inboxesOf(null, inserted, context);
      await record(trx, own, { kind: "task.created", subject: taskSubject(inserted), ...inboxes });
      return inserted;
    });
    reply.code(201).header("etag", etagOf(task));
    return { task };
  });

  const edit =
    (valuesOf: typeof patchedValues | typeof chosenValues) =>
    async (
      request: FastifyRequest<{ Params: { id: string } }>,
      reply: FastifyReply,
    ): Promise<SavedTaskResponse | TaskConflictResponse> => {
      const { params, body, headers } = request;
      const user = userOf(request);
      const context = contextOf(request, now());
      const edited = await editTask(db, {
        id: params.id,
        ifMatch: headers["if-match"],
        context,
        change: async (trx, task) => ({
          values: await valuesOf(trx, body, {
            task,
            user,
            now: context.at,
            // Other versions are refused before.
            version: headers["if-match"]?.includes('"') ? task.version : undefined,
          }),
        }),
      });
      return presentEdit(reply, edited);
    };
  app.put("/api/tasks/:id", CHANGE, edit(chosenValues));
  app.patch("/api/tasks/:id", PATCH, edit(patchedValues));

  app.delete("/api/tasks/:id", DELETE, async (request, reply) => {
    const { id } = request.params;
    await deleteTask(db, id, contextOf(request, now()));
    return await reply.code(204).send();
  });

  app.post(
    "/api/tasks/:id/restore",
    RESTORE,
    async (request, reply): Promise<SavedTaskResponse> => {
      const { id } = request.params;
      const task = await restoreTask(db, id, contextOf(request, now()));
      reply.header("etag", etagOf(task));
      return { task };
    },
  );
}

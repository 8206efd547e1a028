import type { Cut } from "#contract/bounds.ts";
import { descriptionsRule, taskQueryRule } from "#contract/rules/task.ts";
import { OVERDUE_MAX, type OverdueResponse } from "#contract/dashboard.ts";
import type {
  TaskConflictResponse,
  TaskPageResponse,
  TaskResponse,
  TaskSummary,
} from "#contract/task.ts";
import { userOf } from "#server/http/access.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { sayCuts } from "#server/http/bounds.ts";
import { notFound, validated } from "#server/http/errors.ts";
import { originOf } from "#server/events/origin.ts";
import { idOfNew } from "#server/http/idempotency.ts";
import { createFindTasks } from "#server/search/findTasks.ts";
import { requireCaller } from "#server/users/queries.ts";
import type { FastifyInstance } from "fastify";
import { deleteTask, restoreTask } from "./deletedTasks.ts";
import { cutDescriptions, readDescriptions } from "./descriptions.ts";
import { editTask } from "./edit.ts";
import { etagOf } from "./etag.ts";
import { findTaskDetail, insertTask, overdueTasks } from "./queries.ts";
import { todayOf } from "./today.ts";
import { chosenValues } from "./values.ts";

interface ById {
  Params: { id: string };
}

const access = { config: { access: "user" } } as const;

/** Tasks (§7): any signed-in user may search, read, create, edit and delete them (§6). */
export function taskRoutes(app: FastifyInstance, { db, config, events, now }: Deps): void {
  const findTasks = createFindTasks(db, config.postgres?.poolSize);

  app.get("/api/tasks/search", access, async (request, reply): Promise<TaskPageResponse> => {
    const query = validated(taskQueryRule, request.query);
    const today = todayOf(request, now());
    const { tasks: found, total, ...more } = await findTasks(query, today, userOf(request).id);
    const { tasks, cut } = cutDescriptions(found);
    sayCuts(reply, cut ? ["descriptions"] : []);
    const { page, limit } = query;
    const totalPages = Math.ceil(total / limit);
    return { tasks, pagination: { page, limit, total, totalPages, ...more } };
  });

  app.get(
    "/api/tasks/overdue",
    access,
    async (request, reply): Promise<OverdueResponse<TaskSummary>> => {
      const { descriptions } = validated(descriptionsRule, request.query);
      const today = todayOf(request, now());
      const outlines = await overdueTasks(db, today, OVERDUE_MAX + 1);
      const kept = outlines.slice(0, OVERDUE_MAX);
      const cuts: Cut[] = kept.length < outlines.length ? ["tasks"] : [];
      if (descriptions === "none") {
        sayCuts(reply, cuts);
        return { overdueTasks: kept.map(({ size: _size, ...card }) => card) };
      }
      const { tasks, cut } = await readDescriptions(db, kept);
      sayCuts(reply, cut ? [...cuts, "descriptions"] : cuts);
      return { overdueTasks: tasks };
    },
  );

  app.post("/api/tasks", access, async (request, reply): Promise<TaskResponse> => {
    const user = userOf(request);
    const at = now();
    const task = await transaction(db, async (trx) => {
      await requireCaller(trx, user);
      const values = await chosenValues(trx, request.body, { task: null, user, now: at });
      return await insertTask(trx, values, user.id, at, idOfNew(request));
    });
    events.publish({ type: "task", id: task.id, change: "created", by: originOf(request) });
    reply.code(201).header("etag", etagOf(task));
    return { task };
  });

  app.get<ById>("/api/tasks/:id", access, async ({ params }, reply): Promise<TaskResponse> => {
    const task = await findTaskDetail(db, params.id);
    if (!task) throw notFound("Task not found");
    reply.header("etag", etagOf(task));
    return { task };
  });

  app.put<ById>(
    "/api/tasks/:id",
    access,
    async (request, reply): Promise<TaskResponse | TaskConflictResponse> => {
      const { task, saved } = await editTask(db, {
        id: request.params.id,
        body: request.body,
        ifMatch: request.headers["if-match"],
        user: userOf(request),
        now: now(),
      });
      reply.header("etag", etagOf(task));
      if (saved) {
        events.publish({ type: "task", id: task.id, change: "updated", by: originOf(request) });
        return { task };
      }
      reply.code(412);
      return { error: "The task has been changed meanwhile", task };
    },
  );

  app.delete<ById>("/api/tasks/:id", access, async (request, reply) => {
    const { id } = request.params;
    await deleteTask(db, id, { by: userOf(request), at: now(), id: idOfNew(request) });
    events.publish({ type: "task", id, change: "deleted", by: originOf(request) });
    return await reply.code(204).send();
  });

  app.post<ById>(
    "/api/tasks/:id/restore",
    { config: { access: "admin" } },
    async (request, reply): Promise<TaskResponse> => {
      const { id } = request.params;
      const context = { by: userOf(request), at: now(), id: idOfNew(request) };
      const task = await restoreTask(db, id, context);
      events.publish({ type: "task", id, change: "restored", by: originOf(request) });
      reply.header("etag", etagOf(task));
      return { task };
    },
  );
}

import type { Cut } from "#contract/bounds.ts";
import { descriptionsRule, taskQueryRule, taskRule } from "#contract/rules/task.ts";
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
import { CLIENT, originOf } from "#server/events/origin.ts";
import { idOfNew } from "#server/http/idempotency.ts";
import { createFindTasks } from "#server/search/findTasks.ts";
import { requireCaller } from "#server/users/queries.ts";
import { api } from "#server/http/apiRoute.ts";
import { listOf, named, PAGINATION, shape } from "#server/openapi/schema.ts";
import { SAVED_TASK, TASK, TASK_DETAIL, TASK_SUMMARY } from "./schemas.ts";
import type { FastifyInstance } from "fastify";
import { deleteTask, restoreTask } from "./deletedTasks.ts";
import { cutDescriptions, readDescriptions } from "./descriptions.ts";
import { editTask } from "./edit.ts";
import { etagOf } from "./etag.ts";
import { findTaskDetail, insertTask, overdueTasks } from "./queries.ts";
import { todayOf, ZONE } from "./today.ts";
import { chosenValues } from "./values.ts";

interface ById {
  Params: { id: string };
}

const PAGE = named(
  "TaskPage",
  shape<TaskPageResponse>({ tasks: listOf(TASK), pagination: PAGINATION }),
);
const tasks = { access: "user", tag: "Tasks" } as const;
const saved = { answer: shape<TaskResponse>({ task: SAVED_TASK }), etag: true } as const;
/** No day is past for this one: the document says nothing of today. */
const body = taskRule("0000-01-01", null);
const TEAM_OF_TASK = "Only admins may set the team of a task.";

const SEARCH = api({
  ...tasks,
  summary: "A page of the tasks that match",
  query: taskQueryRule,
  headers: ZONE,
  answer: PAGE,
  cuts: ["descriptions"],
  failures: {
    422: "The search takes too long, and would again.",
    429: "Too many searches of this user wait already.",
  },
});
const OVERDUE = api({
  access: "user",
  tag: "Dashboard",
  summary:
    "Tasks that are not done and due before today, the longest overdue first; of very many, the first 1,000",
  query: descriptionsRule,
  headers: ZONE,
  answer: shape<OverdueResponse>({
    overdueTasks: { anyOf: [listOf(TASK), listOf(TASK_SUMMARY)] },
  }),
  cuts: ["tasks", "descriptions"],
});
const CREATE = api({
  ...tasks,
  ...saved,
  summary: "Create a task",
  body,
  headers: CLIENT,
  status: 201,
  failures: { 403: TEAM_OF_TASK },
});
const READ = api({
  ...tasks,
  summary: "A task, with the names of those it refers to",
  answer: shape<TaskResponse>({ task: TASK_DETAIL }),
  etag: true,
});
const CHANGE = api({
  ...tasks,
  ...saved,
  summary: "Change a task",
  body,
  headers: {
    ...CLIENT,
    "if-match": "The `ETag` of the task that is being changed; without it the last one wins.",
  },
  failures: {
    403: TEAM_OF_TASK,
    412: "Somebody has changed the task meanwhile: nothing was written; this is what it is now.",
  },
});
const DELETE = api({
  ...tasks,
  summary: "Delete a task and its comments; an admin can restore them for 30 days",
  headers: CLIENT,
});
const RESTORE = api({
  ...saved,
  access: "admin",
  tag: "Tasks",
  summary: "Bring a deleted task back, with its comments",
  headers: CLIENT,
  failures: { 409: "There is a task with this id." },
});

/** Tasks (§7): any signed-in user may search, read, create, edit and delete them (§6). */
export function taskRoutes(app: FastifyInstance, { db, config, events, now }: Deps): void {
  const findTasks = createFindTasks(db, config.postgres?.poolSize);

  app.get("/api/tasks/search", SEARCH, async (request, reply): Promise<TaskPageResponse> => {
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
    OVERDUE,
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

  app.post("/api/tasks", CREATE, async (request, reply): Promise<TaskResponse> => {
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

  app.get<ById>("/api/tasks/:id", READ, async ({ params }, reply): Promise<TaskResponse> => {
    const task = await findTaskDetail(db, params.id);
    if (!task) throw notFound("Task not found");
    reply.header("etag", etagOf(task));
    return { task };
  });

  app.put<ById>(
    "/api/tasks/:id",
    CHANGE,
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

  app.delete<ById>("/api/tasks/:id", DELETE, async (request, reply) => {
    const { id } = request.params;
    await deleteTask(db, id, { by: userOf(request), at: now(), id: idOfNew(request) });
    events.publish({ type: "task", id, change: "deleted", by: originOf(request) });
    return await reply.code(204).send();
  });

  app.post<ById>(
    "/api/tasks/:id/restore",
    RESTORE,
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

import type { FastifyInstance } from "fastify";
import type { Cut } from "#contract/bounds.ts";
import { OVERDUE_MAX } from "#contract/dashboard.ts";
import { descriptionsRule, taskQueryRule } from "#contract/rules/task.ts";
import { OverdueResponse } from "#contract/shapes/dashboard.ts";
import { TaskDetailResponse, TaskPageResponse } from "#contract/shapes/task.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { setCutHeader } from "#server/http/bounds.ts";
import { todayOf, ZONE } from "#server/http/today.ts";
import { createFindTasks } from "#server/search/findTasks.ts";
import type { ReadDeps } from "#server/search/longReads.ts";
import { userOf } from "#server/sessions/access.ts";
import { cutDescriptions, readDescriptions } from "./descriptions.ts";
import { etagOf } from "./edit.ts";
import { findTaskDetail, overdueTasks } from "./queries.ts";

const tasks = { access: "user", tag: "Tasks" } as const;

const SEARCH = api({
  ...tasks,
  operationId: "searchTasks",
  summary: "A page of the tasks that match",
  query: taskQueryRule,
  headers: ZONE,
  response: TaskPageResponse,
  cuts: ["descriptions"],
  failures: {
    422: "The search takes too long.",
    429: "Too many searches of this user are waiting.",
  },
});
const OVERDUE = api({
  access: "user",
  tag: "Dashboard",
  operationId: "listOverdueTasks",
  summary: "Tasks that are not done and due before today, the longest overdue first; at most 1,000",
  query: descriptionsRule,
  headers: ZONE,
  response: OverdueResponse,
  cuts: ["tasks", "descriptions"],
});
const READ = api({
  ...tasks,
  params: BY_ID,
  operationId: "getTask",
  summary: "A task, with the names of its people and its team",
  response: TaskDetailResponse,
  etag: true,
});

/** Routes to read tasks (§7). All signed-in users may read them (§6). */
export function taskRoutes(app: FastifyInstance, { db, now, runLongRead }: ReadDeps): void {
  const findTasks = createFindTasks(db, runLongRead);

  app.get("/api/tasks/search", SEARCH, async (request, reply): Promise<TaskPageResponse> => {
    const { query } = request;
    const today = todayOf(request, now());
    const { tasks: found, total, ...more } = await findTasks(query, today, userOf(request).id);
    const { tasks, cut } = cutDescriptions(found);
    setCutHeader(reply, cut ? ["descriptions"] : []);
    const { page, limit } = query;
    const totalPages = Math.ceil(total / limit);
    return { tasks, pagination: { page, limit, total, totalPages, ...more } };
  });

  app.get("/api/tasks/overdue", OVERDUE, async (request, reply): Promise<OverdueResponse> => {
    const today = todayOf(request, now());
    const outlines = await overdueTasks(db, today, OVERDUE_MAX + 1);
    const kept = outlines.slice(0, OVERDUE_MAX);
    const cuts: Cut[] = kept.length < outlines.length ? ["tasks"] : [];
    if (request.query.descriptions === "none") {
      setCutHeader(reply, cuts);
      return { overdueTasks: kept.map(({ size: _size, ...card }) => card) };
    }
    const { tasks, cut } = await readDescriptions(db, kept);
    setCutHeader(reply, cut ? [...cuts, "descriptions"] : cuts);
    return { overdueTasks: tasks };
  });

  app.get("/api/tasks/:id", READ, async ({ params }, reply): Promise<TaskDetailResponse> => {
    const task = await findTaskDetail(db, params.id);
    reply.header("etag", etagOf(task));
    return { task };
  });
}

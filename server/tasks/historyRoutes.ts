import type { FastifyInstance } from "fastify";
import { historyQueryRule } from "#contract/rules/taskHistory.ts";
import { TaskHistoryResponse } from "#contract/shapes/taskHistory.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { notFound, refused } from "#server/refusals.ts";
import type { ReadDeps } from "#server/search/longReads.ts";
import { userOf } from "#server/sessions/access.ts";
import { findHistoryEntry, listHistory } from "#server/taskHistory/queries.ts";
import { findTask } from "./queries.ts";

const UNKNOWN_BEFORE = "Before must be the id of an entry of this task";

const READ = api({
  access: "user",
  params: BY_ID,
  tag: "Tasks",
  operationId: "getTaskHistory",
  summary: "The history of a task, newest first: who changed what, from what, to what",
  query: historyQueryRule,
  response: TaskHistoryResponse,
  failures: { 422: "Very many changes took place that show no entry." },
});

/** The history of a task, which every signed-in user may read, as they may read the task (§6). */
export function historyRoutes(app: FastifyInstance, { db, runLongRead }: ReadDeps): void {
  app.get("/api/tasks/:id/history", READ, async (request): Promise<TaskHistoryResponse> => {
    const { params } = request;
    const { limit, before } = request.query;
    if (!(await findTask(db, params.id))) throw notFound("Task not found");
    const position =
      before === undefined ? undefined : await findHistoryEntry(db, params.id, before);
    if (before !== undefined && !position) {
      throw refused([{ param: "before", msg: UNKNOWN_BEFORE }]);
    }
    return await listHistory(
      db,
      params.id,
      limit,
      position,
      async (read) => await runLongRead(userOf(request).id, read),
    );
  });
}

import { statusRule } from "#contract/rules/task.ts";
import type { TaskResponse } from "#contract/task.ts";
import { dataStamp } from "#server/db/stamp.ts";
import type { Deps } from "#server/deps.ts";
import { notFound, validated } from "#server/errors.ts";
import { clientOf } from "#server/events/client.ts";
import { etagOf } from "#server/tasks/etag.ts";
import type { FastifyInstance } from "fastify";
import { keptBoard } from "./keptBoard.ts";
import { boardReader, taskMover } from "./queries.ts";

const access = { config: { access: "user" } } as const;

/** The board (§7): any signed-in user may read it and move its tasks (§6). */
export function boardRoutes(app: FastifyInstance, { db, events, now }: Deps): void {
  const boardAnswer = keptBoard(dataStamp(db), boardReader(db));
  const moveTask = taskMover(db);

  app.get("/api/kanban/board", access, async (_request, reply) => {
    const answer = await boardAnswer();
    return await reply.type("application/json; charset=utf-8").send(answer);
  });

  app.patch<{ Params: { id: string } }>(
    "/api/kanban/:id/status",
    access,
    async (request, reply): Promise<TaskResponse> => {
      const { id } = request.params;
      const { status } = validated(statusRule, request.body);
      const found = await moveTask(id, status, now());
      if (!found) throw notFound("Task not found");
      const { task, moved } = found;
      if (moved) events.publish({ type: "task", id, change: "moved", by: clientOf(request) });
      reply.header("etag", etagOf(task));
      return { task };
    },
  );
}

import type { BoardResponse } from "#contract/board.ts";
import { statusRule } from "#contract/rules/task.ts";
import type { TaskResponse } from "#contract/task.ts";
import type { Deps } from "#server/deps.ts";
import { notFound, validated } from "#server/errors.ts";
import { etagOf } from "#server/tasks/etag.ts";
import type { FastifyInstance } from "fastify";
import { boardReader, taskMover } from "./queries.ts";

const access = { config: { access: "user" } } as const;

/** The board (§7): any signed-in user may read it and move its tasks (§6). */
export function boardRoutes(app: FastifyInstance, { db, now }: Deps): void {
  const readBoard = boardReader(db);
  const moveTask = taskMover(db);

  app.get("/api/kanban/board", access, async (): Promise<BoardResponse> => {
    return { board: await readBoard() };
  });

  app.patch<{ Params: { id: string } }>(
    "/api/kanban/:id/status",
    access,
    async ({ params, body }, reply): Promise<TaskResponse> => {
      const { status } = validated(statusRule, body);
      const task = await moveTask(params.id, status, now());
      if (!task) throw notFound("Task not found");
      reply.header("etag", etagOf(task));
      return { task };
    },
  );
}

import type { Comment, CommentsResponse } from "#contract/comment.ts";
import { commentRule } from "#contract/rules/comment.ts";
import { userOf } from "#server/http/access.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { notFound, validated } from "#server/http/errors.ts";
import { originOf } from "#server/events/origin.ts";
import { idOfNew } from "#server/http/idempotency.ts";
import { requireCaller } from "#server/users/queries.ts";
import type { FastifyInstance } from "fastify";
import { commentsOf, insertComment, taskExists } from "./queries.ts";

const URL = "/api/tasks/:id/comments";
const access = { config: { access: "user" } } as const;

interface OfTask {
  Params: { id: string };
}

/** Comments (§7): any signed-in user may read and write them (§6). */
export function commentRoutes(app: FastifyInstance, { db, events, now }: Deps): void {
  app.get<OfTask>(URL, access, async ({ params }): Promise<CommentsResponse> => {
    const comments = await commentsOf(db, params.id);
    if (comments.length === 0 && !(await taskExists(db, params.id))) {
      throw notFound("Task not found");
    }
    return { comments };
  });

  app.post<OfTask>(URL, access, async (request, reply): Promise<Comment> => {
    const { id } = request.params;
    const { comment } = validated(commentRule, request.body);
    const author = userOf(request);
    const written = await transaction(db, async (trx) => {
      await requireCaller(trx, author);
      if (!(await taskExists(trx, id))) throw notFound("Task not found");
      return await insertComment(trx, idOfNew(request), id, comment, author, now());
    });
    events.publish({ type: "task", id, change: "commented", by: originOf(request) });
    reply.code(201);
    return written;
  });
}

import type { FastifyInstance } from "fastify";
import { commentRule } from "#contract/rules/comment.ts";
import { Comment } from "#contract/shapes/comment.ts";
import type { Deps } from "#server/deps.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/events/origin.ts";
import { api } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import { userOf } from "#server/sessions/access.ts";
import { deleteComment, editComment } from "./changeQueries.ts";

const URL = "/api/tasks/:id/comments/:commentId";
const OTHERS = "Only its author and admins may change a comment.";

const EDIT = api({
  access: "user",
  tag: "Tasks",
  operationId: "updateComment",
  summary: "Edit a comment of one's own; admins may edit every comment",
  body: commentRule,
  headers: CLIENT_ID_HEADER,
  response: Comment,
  failures: { 403: OTHERS },
});
const DELETE = api({
  access: "user",
  tag: "Tasks",
  operationId: "deleteComment",
  summary: "Delete a comment of one's own; admins may delete every comment",
  headers: CLIENT_ID_HEADER,
  failures: { 403: OTHERS },
});

interface OfComment {
  Params: { id: string; commentId: string };
}

/** Routes to change comments, beyond §7. */
export function commentChangeRoutes(app: FastifyInstance, { db, now }: Deps): void {
  app.patch<OfComment>(URL, EDIT, async (request): Promise<Comment> => {
    const { id, commentId } = request.params;
    const { comment } = validated(commentRule, request.body);
    const context = contextOf(request, now());
    const change = { taskId: id, commentId, user: userOf(request), context };
    return await editComment(db, change, comment);
  });

  app.delete<OfComment>(URL, DELETE, async (request, reply) => {
    const { id, commentId } = request.params;
    const context = contextOf(request, now());
    await deleteComment(db, { taskId: id, commentId, user: userOf(request), context });
    return await reply.code(204).send();
  });
}

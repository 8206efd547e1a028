import type { FastifyInstance } from "fastify";
import { commentRule } from "#contract/rules/comment.ts";
import { Comment } from "#contract/shapes/comment.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, pathRule } from "#server/http/apiRoute.ts";
import { userOf } from "#server/sessions/access.ts";
import { deleteComment, editComment } from "./changeQueries.ts";

const URL = "/api/tasks/:id/comments/:commentId";
const ofComment = { access: "user", tag: "Tasks", params: pathRule("id", "commentId") } as const;
const OTHERS = "Only its author and admins may change a comment.";

const EDIT = api({
  ...ofComment,
  operationId: "updateComment",
  summary: "Edit a comment of one's own; admins may edit every comment",
  body: commentRule,
  headers: CLIENT_ID_HEADER,
  response: Comment,
  failures: { 403: OTHERS },
});
const DELETE = api({
  ...ofComment,
  operationId: "deleteComment",
  summary: "Delete a comment of one's own; admins may delete every comment",
  headers: CLIENT_ID_HEADER,
  failures: { 403: OTHERS },
});

/** Routes to change comments, beyond §7. */
export function commentChangeRoutes(app: FastifyInstance, { db, now }: Deps): void {
  app.patch(URL, EDIT, async (request): Promise<Comment> => {
    const { id, commentId } = request.params;
    const { comment } = request.body;
    const context = contextOf(request, now());
    const change = { taskId: id, commentId, user: userOf(request), context };
    return await editComment(db, change, comment);
  });

  app.delete(URL, DELETE, async (request, reply) => {
    const { id, commentId } = request.params;
    const context = contextOf(request, now());
    await deleteComment(db, { taskId: id, commentId, user: userOf(request), context });
    return await reply.code(204).send();
  });
}

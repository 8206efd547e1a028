import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { commentQueryRule, commentRule } from "#contract/rules/comment.ts";
import { Comment, CommentsResponse } from "#contract/shapes/comment.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { setCutHeader } from "#server/http/bounds.ts";
import { notFound, refused } from "#server/refusals.ts";
import { userOf } from "#server/sessions/access.ts";
import { requireCaller } from "#server/users/queries.ts";
import { mentionableUsers, newMentions, recordSavedComment } from "./mentions.ts";
import {
  countComments,
  findAdded,
  findComment,
  insertComment,
  listComments,
  taskExists,
} from "./queries.ts";

const URL = "/api/tasks/:id/comments";
const ofTask = { access: "user", tag: "Tasks", params: BY_ID } as const;
const UNKNOWN_BEFORE = "Before must be the id of a comment on this task";

const READ = api({
  ...ofTask,
  operationId: "listComments",
  summary: "The comments on a task, newest first",
  query: commentQueryRule,
  response: CommentsResponse,
  cuts: ["comments"],
});
const CREATE = api({
  ...ofTask,
  operationId: "createComment",
  summary: "Comment on a task",
  body: commentRule,
  headers: CLIENT_ID_HEADER,
  status: 201,
  response: Comment,
});

/** Routes for comments (§7): any signed-in user may read and write them (§6). */
export function commentRoutes(app: FastifyInstance, { db, now }: Deps): void {
  app.get(URL, READ, async ({ params, query }, reply): Promise<CommentsResponse> => {
    const { limit, before } = query;
    // The comments of a deleted task remain for its restoration.
    if (!(await taskExists(db, params.id))) throw notFound("Task not found");
    const total = await countComments(db, params.id);
    const position = before === undefined ? undefined : await findComment(db, params.id, before);
    if (before !== undefined && !position)
      throw refused([{ param: "before", msg: UNKNOWN_BEFORE }]);
    const page = await listComments(db, params.id, limit, position);
    setCutHeader(reply, page.hasOlder ? ["comments"] : []);
    return { ...page, total };
  });

  app.post(URL, CREATE, async (request, reply): Promise<Comment> => {
    const { id } = request.params;
    const { comment } = request.body;
    const author = userOf(request);
    const context = contextOf(request, now());
    const users = await mentionableUsers(db, comment);
    const created = await transaction(db, async (trx) => {
      await requireCaller(trx, author);
      if (!(await taskExists(trx, id))) throw notFound("Task not found");
      const commentId = context.id ?? randomUUID();
      if (await isRecorded(trx, context)) return await findAdded(trx, commentId);
      const inserted = await insertComment(trx, commentId, id, comment, author, context.at);
      const mentioned = newMentions(comment, "", users);
      const saved = { taskId: id, commentId, comment, context, mentioned };
      await recordSavedComment(trx, { kind: "comment.created", ...saved });
      return inserted;
    });
    reply.code(201);
    return created;
  });
}

import type { TypedUseInfiniteQueryHookResult } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { readCalls } from "#api/readCalls.ts";
import { idTag, unlessRefused } from "#api/tags.ts";
import type { CommentInput } from "#contract/comment.ts";
import type { Comment, CommentsResponse } from "#contract/shapes/comment.ts";
import type { Task } from "#contract/shapes/task.ts";
import { isObject, readList, textOf } from "#lib/json.ts";

interface NewComment extends CommentInput {
  taskId: Task["id"];
  /** The author's name. It is not sent, but used if the response contains only an id. */
  author: string;
}

interface CommentKey {
  taskId: Task["id"];
  id: Comment["id"];
}

const commentsPath = (taskId: Task["id"]) => `/api/tasks/${encodeURIComponent(taskId)}/comments`;

export const commentsApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    /**
     * Pages of comments, newest first. The cursor of a page is the last comment of the previous
     * page.
     */
    getComments: build.infiniteQuery<CommentsResponse, Task["id"], Comment["id"]>({
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ comments, hasOlder }) => (hasOlder ? comments.at(-1)?.id : undefined),
      },
      query: ({ queryArg: taskId, pageParam: before }) => readCalls.comments(taskId, before),
      transformResponse: normaliseComments,
      providesTags: (_comments, _error, taskId) => [idTag("Comment", taskId)],
    }),
    /** Adds the saved comment to the cached list, which is then refetched. */
    addComment: build.mutation<Comment | null, NewComment>({
      query: ({ taskId, comment }) => ({
        url: commentsPath(taskId),
        method: "POST",
        body: { comment } satisfies CommentInput,
      }),
      transformResponse: (raw: unknown, _meta, { comment, author }) =>
        normaliseComment(raw, { comment, user_name: author, created_at: new Date().toISOString() }),
      onQueryStarted: async ({ taskId }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved?.data) return;
        const comment = saved.data;
        dispatch(
          commentsApi.util.updateQueryData("getComments", taskId, ({ pages: [newest] }) => {
            if (!newest || newest.comments.some(({ id }) => id === comment.id)) return;
            newest.comments.unshift(comment);
            newest.total += 1;
          }),
        );
      },
      invalidatesTags: (_response, error, { taskId }) =>
        unlessRefused(error, [idTag("Comment", taskId)]),
    }),
    /** Beyond §7: replaces the text of a comment. */
    editComment: build.mutation<Comment | null, CommentInput & CommentKey>({
      query: ({ taskId, id, comment }) => ({
        url: `${commentsPath(taskId)}/${encodeURIComponent(id)}`,
        method: "PATCH",
        body: { comment } satisfies CommentInput,
      }),
      transformResponse: (raw: unknown) => normaliseComment(raw),
      // Puts the new text into the cached list, because the form closes as soon as the response
      // arrives.
      onQueryStarted: async ({ taskId, id }, { dispatch, queryFulfilled }) => {
        const saved = (await queryFulfilled.catch(() => null))?.data;
        if (!saved) return;
        dispatch(
          commentsApi.util.updateQueryData("getComments", taskId, ({ pages }) => {
            const known = pages.flatMap(({ comments }) => comments).find((one) => one.id === id);
            if (known) Object.assign(known, saved);
          }),
        );
      },
      invalidatesTags: (_response, error, { taskId }) =>
        unlessRefused(error, [idTag("Comment", taskId)]),
    }),
    /** Beyond §7. */
    deleteComment: build.mutation<unknown, CommentKey>({
      query: ({ taskId, id }) => ({
        url: `${commentsPath(taskId)}/${encodeURIComponent(id)}`,
        method: "DELETE",
      }),
      // Refetches after a 404, too: another user has deleted the comment.
      invalidatesTags: (_response, _error, { taskId }) => [idTag("Comment", taskId)],
    }),
  }),
});

addCallTexts(commentsApi, {
  addComment: { success: "Comment added ✅", serverFailure: "Failed to add comment" },
  editComment: { success: "Comment updated", serverFailure: "Failed to update comment" },
  deleteComment: { success: "Comment deleted", serverFailure: "Failed to delete comment" },
});

export const {
  useGetCommentsInfiniteQuery,
  useAddCommentMutation,
  useEditCommentMutation,
  useDeleteCommentMutation,
} = commentsApi;

export type CommentsQuery = TypedUseInfiniteQueryHookResult<
  CommentsResponse,
  Task["id"],
  Comment["id"],
  Query
>;

/**
 * Reads a comment (§3), bare or as `{ comment: {…} }`. The id may be a number. Missing fields come
 * from `known`. Returns null without an id.
 */
export function normaliseComment(raw: unknown, known?: Omit<Comment, "id">): Comment | null {
  const bare = isObject(raw) && isObject(raw.comment) ? raw.comment : raw;
  if (!isObject(bare)) return null;
  const { id } = bare;
  if (typeof id !== "number" && (typeof id !== "string" || id === "")) return null;
  return {
    id: String(id),
    comment: textOf(bare.comment) || (known?.comment ?? ""),
    user_name: textOf(bare.user_name) || (known?.user_name ?? ""),
    created_at: textOf(bare.created_at) || (known?.created_at ?? ""),
    ...("user_id" in bare && { user_id: textOf(bare.user_id) || null }),
    ...("edited_at" in bare && { edited_at: textOf(bare.edited_at) || null }),
  };
}

/**
 * Reads the response of GET /api/tasks/{id}/comments (§7): `{ comments }` or the bare list. Sorts the
 * newest first. Without `hasOlder` the list is complete.
 */
export function normaliseComments(raw: unknown): CommentsResponse {
  const comments = readList(raw, "comments", (item) => normaliseComment(item));
  const time = ({ created_at }: Comment) => Date.parse(created_at) || 0;
  // The sort is stable: comments of the same time keep the server's order.
  comments.sort((one, other) => time(other) - time(one));
  const { total, hasOlder } = isObject(raw) ? raw : {};
  return {
    comments,
    total: Number.isSafeInteger(total) ? Number(total) : comments.length,
    hasOlder: hasOlder === true && comments.length > 0,
  };
}

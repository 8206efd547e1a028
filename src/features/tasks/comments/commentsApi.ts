import { api } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import { changed, idTag } from "#api/tags.ts";
import { type Comment, type CommentInput, type CommentsResponse } from "#contract/comment.ts";
import type { Task } from "#contract/task.ts";
import { normaliseComment, normaliseComments } from "./normaliseComments.ts";

interface NewComment extends CommentInput {
  taskId: Task["id"];
  /** Not sent: the author's name, for a server whose answer is only an id. */
  author: string;
}

const pathOf = (taskId: Task["id"]) => `/api/tasks/${encodeURIComponent(taskId)}/comments`;

export const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** In pages, newest first; a page is asked for by the comment before it. */
    getComments: build.infiniteQuery<CommentsResponse, Task["id"], Comment["id"]>({
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ comments, hasOlder }) => (hasOlder ? comments.at(-1)?.id : undefined),
      },
      query: ({ queryArg: taskId, pageParam: before }) => readCalls.comments(taskId, before),
      transformResponse: normaliseComments,
      providesTags: (_comments, _error, taskId) => [idTag("Comment", taskId)],
    }),
    /** Shows the comment as soon as the server has it, then asks for the list as it is by now. */
    addComment: build.mutation<Comment | null, NewComment>({
      query: ({ taskId, comment }) => ({
        url: pathOf(taskId),
        method: "POST",
        body: { comment } satisfies CommentInput,
      }),
      transformResponse: (raw: unknown, _meta, { comment, author }) =>
        normaliseComment(raw, { comment, user_name: author, created_at: new Date().toISOString() }),
      onQueryStarted: async ({ taskId }, { dispatch, queryFulfilled }) => {
        const written = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        );
        if (!written) return;
        dispatch(
          commentsApi.util.updateQueryData("getComments", taskId, ({ pages: [newest] }) => {
            if (!newest || newest.comments.some(({ id }) => id === written.id)) return;
            newest.comments.unshift(written);
            newest.total += 1;
          }),
        );
      },
      invalidatesTags: (_answer, error, { taskId }) => changed(error, [idTag("Comment", taskId)]),
    }),
  }),
});

export const { useGetCommentsInfiniteQuery, useAddCommentMutation } = commentsApi;

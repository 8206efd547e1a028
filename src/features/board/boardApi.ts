import type { Board, StatusUpdate } from "#contract/board.ts";
import type { Task } from "#contract/task.ts";
import { api } from "#api/api.ts";
import { normaliseBoard } from "./normaliseBoard.ts";

export const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBoard: build.query<Board, void>({
      query: () => "/api/kanban/board",
      transformResponse: normaliseBoard,
      providesTags: ["Board"],
    }),
    /** Leaves the cached board alone: the pending moves are shown over it until a newer one comes. */
    setStatus: build.mutation<unknown, StatusUpdate & { id: Task["id"] }>({
      query: ({ id, status }) => ({
        url: `/api/kanban/${encodeURIComponent(id)}/status`,
        method: "PATCH",
        body: { status } satisfies StatusUpdate,
      }),
      invalidatesTags: (_answer, error) => (error ? [] : ["Task", "Dashboard"]),
    }),
  }),
});

export const { useGetBoardQuery } = boardApi;

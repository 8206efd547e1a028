import { api } from "#api/api.ts";
import { requestIdHeader } from "#api/ownHeaders.ts";
import type { StatusUpdate } from "#contract/board.ts";
import type { Task } from "#contract/task.ts";
import type { Snapshot } from "./normaliseBoard.ts";
import { readBoard } from "./readBoard.ts";

/**
 * The tags that a move invalidates. The board's tag is not among them: pending moves are shown over
 * the cached board until a newer one arrives.
 */
export const MOVE_TAGS = ["Task", "Dashboard"] as const;

export const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBoard: build.query<Snapshot, void>({
      queryFn: async (_none, call, _options, send) => await readBoard(call, send),
      structuralSharing: false,
      providesTags: ["Board"],
    }),
    setStatus: build.mutation<unknown, StatusUpdate & { id: Task["id"]; requestId?: string }>({
      query: ({ id, status, requestId }) => ({
        url: `/api/kanban/${encodeURIComponent(id)}/status`,
        method: "PATCH",
        body: { status } satisfies StatusUpdate,
        headers: requestIdHeader(requestId),
        // The app ignores the body of the response (§7), so it may have any format.
        responseHandler: "text",
      }),
      invalidatesTags: (_answer, error) => (error ? [] : MOVE_TAGS),
    }),
  }),
});

export const { useGetBoardQuery } = boardApi;

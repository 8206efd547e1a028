import { api } from "#api/api.ts";
import type { StatusUpdate } from "#contract/board.ts";
import type { Task } from "#contract/task.ts";
import type { Snapshot } from "./normaliseBoard.ts";
import { readBoard } from "./readBoard.ts";

/** What a move makes out of date. Not the board: the moves are shown over it until a newer one comes. */
export const MOVED = ["Task", "Dashboard"] as const;

export const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBoard: build.query<Snapshot, void>({
      queryFn: async (_none, call, _options, send) => await readBoard(call, send),
      structuralSharing: false,
      providesTags: ["Board"],
    }),
    setStatus: build.mutation<unknown, StatusUpdate & { id: Task["id"] }>({
      query: ({ id, status }) => ({
        url: `/api/kanban/${encodeURIComponent(id)}/status`,
        method: "PATCH",
        body: { status } satisfies StatusUpdate,
        // What the answer says is not used (§7), so it may be anything.
        responseHandler: "text",
      }),
      invalidatesTags: (_answer, error) => (error ? [] : MOVED),
    }),
  }),
});

export const { useGetBoardQuery } = boardApi;

import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import type { Snapshot } from "./normaliseBoard.ts";
import { readBoard } from "./readBoard.ts";

export const boardApi = callsOf("board").injectEndpoints({
  endpoints: (build) => ({
    getBoard: build.query<Snapshot, void>({
      queryFn: async (_none, call, _options, baseQuery) => await readBoard(call, baseQuery),
      structuralSharing: false,
      providesTags: ["Board"],
    }),
  }),
});

addCallTexts(boardApi, { getBoard: { failure: "Failed to load kanban board" } });

export const { useGetBoardQuery } = boardApi;

import type { TypedUseInfiniteQueryHookResult } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import { readCalls } from "#api/readCalls.ts";
import type { ActivityQuery, ActivitySeenInput } from "#contract/activity.ts";
import type { ActivityResponse, UnreadActivity } from "#contract/shapes/activity.ts";

/** Null for any other response. */
function readPage(raw: unknown): ActivityResponse | null {
  const { entries, next = null, seen = 0 } = (raw ?? {}) as Partial<ActivityResponse>;
  return Array.isArray(entries) ? { entries, next, seen } : null;
}

const activityApi = callsOf("activity").injectEndpoints({
  endpoints: (build) => ({
    /** Beyond §7: pages of all tasks' changes, newest first. The cursor is 0 for the first page. */
    getActivity: build.infiniteQuery<ActivityResponse | null, ActivityQuery, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (page) => page?.next ?? undefined,
      },
      query: ({ queryArg, pageParam: before }) =>
        readCalls.activity({ ...queryArg, ...(before && { before }) }),
      transformResponse: readPage,
      providesTags: ["Activity"],
    }),
    /** Beyond §7: how many lines are new. Without `after` it counts from where the user has read to. */
    getUnreadActivity: build.query<UnreadActivity, ActivityQuery>({
      query: (params) => ({ url: "/api/activity/unread", params: { ...params } }),
      // The menu's number doesn't follow each change of others: every open app would ask at once.
      providesTags: (_unread, _error, { after }) => (after ? ["Activity"] : ["ActivitySeen"]),
    }),
    markActivitySeen: build.mutation<unknown, ActivitySeenInput>({
      query: (body) => ({ url: "/api/activity/seen", method: "POST", body }),
      invalidatesTags: ["ActivitySeen"],
    }),
  }),
});

export type ActivityPagesQuery = TypedUseInfiniteQueryHookResult<
  ActivityResponse | null,
  ActivityQuery,
  number,
  Query
>;

export const {
  useGetActivityInfiniteQuery,
  useGetUnreadActivityQuery,
  useMarkActivitySeenMutation,
} = activityApi;

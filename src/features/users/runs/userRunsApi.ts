import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import {
  RUN_ITEMS_PAGE,
  RUN_USERS_MAX,
  type RunResult,
  type UserRun,
  type UserRunCheck,
  type UserRunCheckResponse,
  type UserRunInput,
  type UserRunItem,
  type UserRunItemsQuery,
  type UserRunItemsResponse,
  type UserRunResponse,
  type UserRunsResponse,
} from "#contract/userRun.ts";
import { SAME_ORIGIN } from "#lib/env.ts";

const RUNS = "/api/user-runs";
const pathOf = (id: UserRun["id"]) => `${RUNS}/${encodeURIComponent(id)}`;

/** A run before it begins. Its users are a list, which the call joins. */
export interface RunDraft extends Omit<UserRunInput, "user_ids"> {
  ids: readonly string[];
}

const bodyOf = ({ ids, ...input }: RunDraft): UserRunInput => ({
  ...input,
  user_ids: ids.join(","),
});

/** The run in a response. */
const runIn = (raw: unknown): UserRun => (raw as UserRunResponse).run;

/** A page of a run's users, or those with one result. */
export interface RunItemsArgs {
  id: UserRun["id"];
  result?: RunResult | undefined;
}

const itemsCall = (id: string, after: number, result: RunResult | undefined) => ({
  url: `${pathOf(id)}/items`,
  params: { ...(after > 0 && { after }), ...(result && { result }) } satisfies UserRunItemsQuery,
});

/** The results of users whom a run did not change as asked. */
export const FAILED_RESULTS: readonly RunResult[] = ["refused", "waiting", "kept"];

/** The server ignores a second request to stop or to undo a run. */
const REPEATABLE = { isRepeatable: true } as const;

export const userRunsApi = callsOf("users").injectEndpoints({
  endpoints: (build) => ({
    getUserRuns: build.query<UserRun[], void>({
      query: () => RUNS,
      transformResponse: (raw) => (raw as UserRunsResponse).runs,
      providesTags: [listTag("UserRun")],
    }),
    getUserRun: build.query<UserRun, UserRun["id"]>({
      query: pathOf,
      transformResponse: runIn,
      providesTags: (_run, _error, id) => [idTag("UserRun", id)],
    }),
    /** The users of a run, page by page. */
    getUserRunItems: build.infiniteQuery<UserRunItemsResponse, RunItemsArgs, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ items, left }) => (left ? items.at(-1)?.position : undefined),
      },
      query: ({ queryArg: { id, result }, pageParam }) => itemsCall(id, pageParam, result),
      providesTags: (_page, _error, { id }) => [idTag("UserRun", id)],
    }),
    /** All users of a run who were refused, not reached, or not changed back. */
    getUserRunFailures: build.query<UserRunItem[], Pick<UserRun, "id" | "state">>({
      queryFn: async ({ id }, _api, _options, send) => {
        const found: UserRunItem[] = [];
        for (const result of FAILED_RESULTS) {
          for (let page = 0, after = 0; page <= RUN_USERS_MAX / RUN_ITEMS_PAGE; page += 1) {
            const { data, error } = await send(itemsCall(id, after, result));
            if (error) return { error };
            const { items, left } = data as UserRunItemsResponse;
            found.push(...items);
            after = items.at(-1)?.position ?? after;
            if (!left) break;
          }
        }
        return { data: found };
      },
      providesTags: (_items, _error, { id }) => [idTag("UserRun", id)],
    }),
    checkUserRun: build.mutation<UserRunCheck, RunDraft>({
      query: (draft) => ({ url: `${RUNS}/check`, method: "POST", body: bodyOf(draft) }),
      transformResponse: (raw) => (raw as UserRunCheckResponse).check,
    }),
    /** A repeat with the same key finds the run that an unanswered request has started. */
    createUserRun: build.mutation<UserRun, { draft: RunDraft; key: string }>({
      query: ({ draft, key }) => ({
        url: RUNS,
        method: "POST",
        body: bodyOf(draft),
        ...(SAME_ORIGIN && { headers: { [IDEMPOTENCY_HEADER]: key } }),
      }),
      transformResponse: runIn,
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        // The bar shows the progress without a further request.
        if (data) await dispatch(userRunsApi.util.upsertQueryData("getUserRun", data.id, data));
      },
      // An unanswered request may have changed users.
      invalidatesTags: (_run, error) =>
        unlessRefused(error, [
          listTag("UserRun"),
          "Audit",
          ...(error ? (["User", "Team"] as const) : []),
        ]),
    }),
    stopUserRun: build.mutation<UserRun, UserRun["id"]>({
      query: (id) => ({ url: `${pathOf(id)}/stop`, method: "POST" }),
      extraOptions: REPEATABLE,
      transformResponse: runIn,
      invalidatesTags: (_run, error) => unlessRefused(error, ["UserRun"]),
    }),
    undoUserRun: build.mutation<UserRun, UserRun["id"]>({
      query: (id) => ({ url: `${pathOf(id)}/undo`, method: "POST" }),
      extraOptions: REPEATABLE,
      transformResponse: runIn,
      invalidatesTags: (_run, error) => unlessRefused(error, ["UserRun", "Audit"]),
    }),
  }),
});

addCallTexts(userRunsApi, {
  createUserRun: { serverFailure: "Failed to start the bulk action" },
  stopUserRun: { serverFailure: "Failed to stop the bulk action" },
  undoUserRun: { serverFailure: "Failed to undo the bulk action" },
});

export const {
  useGetUserRunsQuery,
  useGetUserRunQuery,
  useGetUserRunItemsInfiniteQuery,
  useGetUserRunFailuresQuery,
  useCheckUserRunMutation,
  useCreateUserRunMutation,
  useStopUserRunMutation,
  useUndoUserRunMutation,
} = userRunsApi;

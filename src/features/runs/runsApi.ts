import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { callsOf, type WithApi } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { idTag, listTag, type Tag, unlessRefused } from "#api/tags.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import {
  fieldsOf,
  RUN_ITEMS_MAX,
  RUN_ITEMS_PAGE,
  type RunItemsQuery,
  type RunResult,
  type TaskRunFields,
  type TaskRunInput,
  type UserRunInput,
} from "#contract/run.ts";
import type { TaskRun, TaskRunItem, UserRun, UserRunItem } from "#contract/shapes/run.ts";
import { valuesOf } from "#contract/task.ts";
import { saveFile } from "#features/exports/saveFile.ts";
import { createClientId } from "#lib/clientId.ts";
import { SAME_ORIGIN } from "#lib/env.ts";
import { selectHasExtensions, type WithExtensions } from "#sync/extensions/extensions.ts";

/** What the items of a bulk action are, which the server carries out. */
export type RunKind = "user" | "task";

/** A bulk action on users or on tasks. */
export type Run = (UserRun & { kind: "user" }) | (TaskRun & { kind: "task" });

/** The name of a bulk action. */
export type RunName = Pick<Run, "kind" | "id">;

export type RunItem = UserRunItem | TaskRunItem;

/** A page of the items of a bulk action, and whether another follows. */
interface RunItemsPage {
  items: RunItem[];
  left: boolean;
}

/** Starts a bulk action. A repeat with the same key finds the one that an unanswered request has started. */
type RunStart = { key: string } & (
  | { kind: "user"; body: UserRunInput }
  | { kind: "task"; body: TaskRunInput }
);

/** A bulk action that this tab has started, and the ids of its items. */
interface StartedRun {
  run: Run;
  ids: readonly string[];
}

const idsIn = ({ kind, body }: RunStart): string[] =>
  valuesOf(kind === "user" ? body.user_ids : body.task_ids);

/** Whether the user may undo a bulk action that has changed something. */
export const canUndo = ({ undo_until, counts }: Run): boolean =>
  undo_until !== null && counts.done > 0;

const TAGS = { user: "UserRun", task: "TaskRun" } as const satisfies Record<RunKind, Tag>;

/** What an unanswered start may have changed. */
const CHANGED = {
  user: ["User", "Team"],
  task: ["Task", "Board", "Dashboard", "Comment"],
} as const satisfies Record<RunKind, readonly Tag[]>;

const listPath = (kind: RunKind): string => `/api/${kind}-runs`;
const pathOf = ({ kind, id }: RunName): string => `${listPath(kind)}/${encodeURIComponent(id)}`;

const withKind = (run: object, kind: RunKind): Run => ({ ...run, kind }) as Run;
const runIn = (raw: unknown, kind: RunKind): Run => withKind((raw as { run: object }).run, kind);

/** The items of a bulk action, or those with one result. */
type ItemsArgs = RunName & { result?: RunResult | undefined };

const itemsCall = (name: ItemsArgs, after: number) => ({
  url: `${pathOf(name)}/items`,
  params: {
    ...(after > 0 && { after }),
    ...(name.result && { result: name.result }),
  } satisfies RunItemsQuery,
});

/** The results of items that a bulk action did not change as asked. */
export const FAILED_RESULTS: readonly RunResult[] = ["refused", "waiting", "kept"];

/** The server ignores a second request to stop or to undo. */
const REPEATABLE = { isRepeatable: true } as const;

export const runsApi = callsOf("jobs").injectEndpoints({
  endpoints: (build) => ({
    getRuns: build.query<Run[], RunKind>({
      query: listPath,
      transformResponse: (raw, _meta, kind) =>
        (raw as { runs: object[] }).runs.map((run) => withKind(run, kind)),
      providesTags: (_runs, _error, kind) => [listTag(TAGS[kind])],
    }),
    getRun: build.query<Run, RunName>({
      query: pathOf,
      transformResponse: (raw, _meta, { kind }) => runIn(raw, kind),
      providesTags: (_run, _error, { kind, id }) => [idTag(TAGS[kind], id)],
    }),
    /** The items of a bulk action, page by page. */
    getRunItems: build.infiniteQuery<RunItemsPage, ItemsArgs, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: ({ items, left }) => (left ? items.at(-1)?.position : undefined),
      },
      query: ({ queryArg, pageParam }) => itemsCall(queryArg, pageParam),
      providesTags: (_page, _error, { kind, id }) => [idTag(TAGS[kind], id)],
    }),
    /** All items that were refused, not reached, or not changed back. */
    getRunFailures: build.query<RunItem[], RunName & Pick<Run, "state">>({
      queryFn: async ({ kind, id }, _api, _options, baseQuery) => {
        const found: RunItem[] = [];
        for (const result of FAILED_RESULTS) {
          for (let page = 0, after = 0; page <= RUN_ITEMS_MAX / RUN_ITEMS_PAGE; page += 1) {
            const { data, error } = await baseQuery(itemsCall({ kind, id, result }, after));
            if (error) return { error };
            const { items, left } = data as RunItemsPage;
            found.push(...items);
            after = items.at(-1)?.position ?? after;
            if (!left) break;
          }
        }
        return { data: found };
      },
      providesTags: (_items, _error, { kind, id }) => [idTag(TAGS[kind], id)],
    }),
    startRun: build.mutation<StartedRun, RunStart>({
      query: ({ kind, body, key }) => ({
        url: listPath(kind),
        method: "POST",
        body,
        ...(SAME_ORIGIN && { headers: { [IDEMPOTENCY_HEADER]: key } }),
      }),
      transformResponse: (raw, _meta, start) => ({
        run: runIn(raw, start.kind),
        ids: idsIn(start),
      }),
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (!data) return;
        // The bar shows the progress without a further request.
        const { kind, id } = data.run;
        await dispatch(runsApi.util.upsertQueryData("getRun", { kind, id }, data.run));
      },
      invalidatesTags: (_run, error, { kind }) =>
        unlessRefused<Tag>(error, [listTag(TAGS[kind]), "Audit", ...(error ? CHANGED[kind] : [])]),
    }),
    stopRun: build.mutation<Run, RunName>({
      query: (name) => ({ url: `${pathOf(name)}/stop`, method: "POST" }),
      extraOptions: REPEATABLE,
      transformResponse: (raw, _meta, { kind }) => runIn(raw, kind),
      invalidatesTags: (_run, error, { kind }) => unlessRefused(error, [TAGS[kind]]),
    }),
    undoRun: build.mutation<Run, RunName>({
      query: (name) => ({ url: `${pathOf(name)}/undo`, method: "POST" }),
      extraOptions: REPEATABLE,
      transformResponse: (raw, _meta, { kind }) => runIn(raw, kind),
      invalidatesTags: (_run, error, { kind }) => unlessRefused<Tag>(error, [TAGS[kind], "Audit"]),
    }),
    /** Saves the result of each item as CSV. The file stays out of the store. */
    saveRunTable: build.mutation<unknown, RunName>({
      query: (name) => ({ url: `${pathOf(name)}/items.csv`, responseHandler: saveFile }),
    }),
  }),
});

addCallTexts(runsApi, {
  startRun: { serverFailure: "Failed to start the bulk action" },
  stopRun: { serverFailure: "Failed to stop the bulk action" },
  undoRun: { serverFailure: "Failed to undo the bulk action" },
  saveRunTable: { success: "Export saved", serverFailure: "Failed to export" },
});

/**
 * Starts a bulk action of a kind. All users of this hook see the last one that this tab has started,
 * until it is reset.
 */
export const useStartRun = (kind: RunKind) => runsApi.useStartRunMutation({ fixedCacheKey: kind });

/** From this number of tasks on, the server carries out a change of them. */
const TASK_RUN_FROM = 500;

/** A bulk action like another one, for some of its tasks. */
export const taskRunLike = ({ action, change }: TaskRun, ids: readonly string[]): TaskRunInput => ({
  ...fieldsOf(change),
  action: action === "delete" ? "delete" : "change",
  task_ids: ids.join(","),
});

/** Starts a bulk action on tasks, as `useStartRun` does. */
export const startTaskRun = (body: TaskRunInput) =>
  runsApi.endpoints.startRun.initiate(
    { kind: "task", body, key: createClientId() },
    { fixedCacheKey: "task" satisfies RunKind },
  );

/**
 * Lets the server change very many tasks. Returns false, and does nothing, if they are fewer, or if the
 * server has no bulk actions.
 */
export const changeByServer =
  (
    tasks: readonly { id: string }[],
    fields: TaskRunFields,
  ): ThunkAction<boolean, WithApi & WithExtensions, unknown, UnknownAction> =>
  (dispatch, getState) => {
    if (tasks.length < TASK_RUN_FROM || !selectHasExtensions(getState())) return false;
    const task_ids = tasks.map(({ id }) => id).join(",");
    void dispatch(startTaskRun({ action: "change", task_ids, ...fields }));
    return true;
  };

export const {
  useGetRunsQuery,
  useGetRunQuery,
  useGetRunItemsInfiniteQuery,
  useGetRunFailuresQuery,
  useStopRunMutation,
  useUndoRunMutation,
  useSaveRunTableMutation,
} = runsApi;

import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { listTag, unlessRefused } from "#api/tags.ts";
import type { HandOverInput } from "#contract/handOver.ts";
import { jobItemId } from "#contract/inbox.ts";
import type { HandOverResponse, OpenTasks } from "#contract/shapes/handOver.ts";
import type { TaskRun } from "#contract/shapes/run.ts";
import type { User } from "#contract/shapes/user.ts";
import { isUnderWay, jobEndSeen } from "#features/jobs/jobState.ts";
import { followRun } from "#features/runs/followRun.ts";
import { canUndo, type Run, runsApi } from "#features/runs/runsApi.ts";
import { isObject } from "#lib/json.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import type { WithSession } from "#session/authSlice.ts";

/** Users' counts of open tasks by their ids; without users who have none. */
export type OpenTaskCounts = Readonly<Record<User["id"], Omit<OpenTasks, "id">>>;

/** Reads the response of GET /api/users/open-tasks. */
export function normaliseOpenTasks(raw: unknown): OpenTaskCounts {
  const list: unknown = isObject(raw) ? raw.users : undefined;
  if (!Array.isArray(list)) return {};
  const counted = list.filter(
    (item): item is OpenTasks => isObject(item) && typeof item.count === "number" && item.count > 0,
  );
  return Object.fromEntries(counted.map(({ id, ...open }) => [id, open]));
}

/** A hand-over of one user's open tasks. `toName` is for the toast. */
interface HandOver extends HandOverInput {
  from: User["id"];
  toName: string | null;
  /** The user is deleted next, and then no task can come back. */
  isFinal?: boolean;
}

/** The number of tasks that were handed over, and the bulk action that did it. */
interface HandedOver {
  tasks: number;
  run?: Run;
}

const UNREADABLE = "The hand-over goes on, but its result can't be read";

/** Whether all tasks were handed over, or were no longer the user's. */
const isComplete = ({ state, counts }: TaskRun) => state === "done" && counts.refused === 0;

const incompleteText = ({ counts, total, stop_reason }: TaskRun): string =>
  `${formatCount(counts.done)} of ${countOf(total, "open task")} handed over. ` +
  (stop_reason || "The others were refused");

export const handOverApi = callsOf("users").injectEndpoints({
  endpoints: (build) => ({
    /** The argument has up to 100 users' ids, comma-separated. */
    getOpenTasks: build.query<OpenTaskCounts, string>({
      query: (ids) => ({ url: "/api/users/open-tasks", params: { ids } }),
      transformResponse: normaliseOpenTasks,
      providesTags: [listTag("Task")],
    }),
    /** The hand-over of a user's tasks that is under way. `handOver` fills it. */
    getHandOverRun: build.query<TaskRun | null, User["id"]>({
      queryFn: () => ({ data: null }),
    }),
    /** Ends when all tasks are handed over. */
    handOver: build.mutation<HandedOver, HandOver>({
      queryFn: async ({ from, to }, { dispatch }, _options, baseQuery) => {
        const { data, error } = await baseQuery({
          url: `/api/users/${encodeURIComponent(from)}/hand-over`,
          method: "POST",
          body: { to } satisfies HandOverInput,
        });
        if (error) return { error };
        const { tasks, run: begun } = data as Pick<HandOverResponse, "tasks"> &
          Partial<HandOverResponse>;
        // A server of before version 0.5 has handed over all tasks by now.
        if (!begun) return { data: { tasks } };
        const show = (run: TaskRun | null) =>
          dispatch(handOverApi.util.upsertQueryData("getHandOverRun", from, run));
        if (isUnderWay(begun)) show(begun);
        const store: StoreDispatch<WithSession> = dispatch;
        const run = await store(followRun({ ...begun, kind: "task" }));
        if (isUnderWay(begun)) show(null);
        if (run?.kind !== "task") return { error: { status: 403, data: { error: UNREADABLE } } };
        dispatch(jobEndSeen(jobItemId("task_run", run.id)));
        return isComplete(run)
          ? { data: { tasks: run.counts.done, run } }
          : { error: { status: 409, data: { error: incompleteText(run) } } };
      },
      // Another call hands over what is left.
      extraOptions: { isRepeatable: true },
      invalidatesTags: (_response, error) =>
        unlessRefused(error, ["User", "Task", "Board", "Dashboard", "TaskRun"]),
    }),
  }),
});

addCallTexts(handOverApi, {
  handOver: {
    success: ({ toName }, { tasks }) => {
      // A repeat after a lost response finds no task any more.
      const what = tasks === 0 ? "Open tasks" : countOf(tasks, "open task");
      return toName === null ? `${what} unassigned` : `${what} handed over to ${toName}`;
    },
    undo: ({ isFinal }, { run }) =>
      run && canUndo(run) && !isFinal
        ? {
            title: "",
            undo: (dispatch) => void dispatch(runsApi.endpoints.undoRun.initiate(run)),
          }
        : null,
    serverFailure: "Failed to hand over the open tasks",
  },
});

export const { useGetOpenTasksQuery, useHandOverMutation } = handOverApi;

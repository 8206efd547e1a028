import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { listTag, unlessRefused } from "#api/tags.ts";
import type { HandOverInput, HandOverResponse, OpenTasks } from "#contract/handOver.ts";
import { jobItemId } from "#contract/inbox.ts";
import type { TaskRun, TaskRunResponse } from "#contract/taskRun.ts";
import type { User } from "#contract/user.ts";
import { isUnderWay, jobEndSeen, POLL_MS } from "#features/jobs/jobState.ts";
import { isObject } from "#lib/json.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";

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
}

const runPath = (id: TaskRun["id"]) => `/api/task-runs/${encodeURIComponent(id)}`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
    handOver: build.mutation<{ tasks: number }, HandOver>({
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
        let run = begun;
        while (isUnderWay(run)) {
          show(run);
          await pause(POLL_MS);
          const read = await baseQuery({ url: runPath(run.id) });
          if (read.error) {
            show(null);
            return { error: read.error };
          }
          ({ run } = read.data as TaskRunResponse);
        }
        if (begun !== run) show(null);
        dispatch(jobEndSeen(jobItemId("task_run", run.id)));
        return isComplete(run)
          ? { data: { tasks: run.counts.done } }
          : { error: { status: 409, data: { error: incompleteText(run) } } };
      },
      // Another call hands over what is left.
      extraOptions: { isRepeatable: true },
      invalidatesTags: (_response, error) =>
        unlessRefused(error, ["User", "Task", "Board", "Dashboard"]),
    }),
    stopHandOver: build.mutation<TaskRun, TaskRun["id"]>({
      query: (id) => ({ url: `${runPath(id)}/stop`, method: "POST" }),
      extraOptions: { isRepeatable: true },
      transformResponse: (raw) => (raw as TaskRunResponse).run,
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
    serverFailure: "Failed to hand over the open tasks",
  },
  stopHandOver: { serverFailure: "Failed to stop the hand-over" },
});

export const { useGetOpenTasksQuery, useHandOverMutation, useStopHandOverMutation } = handOverApi;

import { api } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { listTag, unlessRefused } from "#api/tags.ts";
import type { HandOverInput, HandOverResponse, OpenTasks } from "#contract/handOver.ts";
import type { User } from "#contract/user.ts";
import { countOf } from "#lib/formatCount.ts";
import { isObject } from "#lib/json.ts";

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

export const handOverApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument has up to 100 users' ids, comma-separated. */
    getOpenTasks: build.query<OpenTaskCounts, string>({
      query: (ids) => ({ url: "/api/users/open-tasks", params: { ids } }),
      transformResponse: normaliseOpenTasks,
      providesTags: [listTag("Task")],
    }),
    handOver: build.mutation<HandOverResponse, HandOver>({
      query: ({ from, to }) => ({
        url: `/api/users/${encodeURIComponent(from)}/hand-over`,
        method: "POST",
        body: { to } satisfies HandOverInput,
      }),
      // Another call hands over what is left.
      extraOptions: { isRepeatable: true },
      invalidatesTags: (_response, error) =>
        unlessRefused(error, ["User", "Task", "Board", "Dashboard"]),
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
});

export const { useGetOpenTasksQuery, useHandOverMutation } = handOverApi;

import { api } from "#api/api.ts";
import { normaliseTask } from "#api/normaliseTask.ts";
import { listTag, unlessRefused } from "#api/tags.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import { DEFAULT_PRIORITY, type Task, type TaskInput } from "#contract/task.ts";
import { SAME_ORIGIN } from "#lib/env.ts";
import { isObject } from "#lib/json.ts";
import type { StoredCreation } from "./storedCreation.ts";

type CardInput = Pick<StoredCreation, "key" | "title" | "status" | "assignee_id">;

export const creationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Creates a task from a column's line. Repeats with the same key create no second one. */
    createCard: build.mutation<Task | null, CardInput>({
      query: ({ key, title, status, assignee_id }) => ({
        url: "/api/tasks",
        method: "POST",
        body: {
          title,
          description: "",
          status,
          priority: DEFAULT_PRIORITY,
          assignee_id,
        } satisfies TaskInput,
        // Another origin's CORS rules may reject the header.
        ...(SAME_ORIGIN && { headers: { [IDEMPOTENCY_HEADER]: key } }),
      }),
      transformResponse: (raw: unknown) =>
        normaliseTask(isObject(raw) && "task" in raw ? raw["task"] : raw),
      invalidatesTags: (_task, error) =>
        unlessRefused(error, [listTag("Task"), "Board", "Dashboard"]),
    }),
  }),
});

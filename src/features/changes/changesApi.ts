import type { FetchBaseQueryMeta } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import { normaliseTask } from "#api/normaliseTask.ts";
import { requestIdHeader } from "#api/ownHeaders.ts";
import { readCalls } from "#api/readCalls.ts";
import type { StatusUpdate } from "#contract/board.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import { DEFAULT_PRIORITY, type Task, type TaskInput } from "#contract/task.ts";
import { SAME_ORIGIN } from "#lib/env.ts";
import { isObject } from "#lib/json.ts";
import type { NewTask, Values } from "./change.ts";

interface TaskRead {
  task: Task | null;
  /** The version, if the server has versions. */
  etag: string | undefined;
}

const readTask = (raw: unknown, meta: FetchBaseQueryMeta | undefined): TaskRead => ({
  task: normaliseTask(isObject(raw) && "task" in raw ? raw["task"] : raw),
  // A proxy that compresses makes a strong tag weak (`W/`).
  etag: meta?.response?.headers.get("etag")?.replace(/^W\//, ""),
});

/** After an outage the queue decides what is sent, in which order, and what is read first. */
const QUEUED = { isUnsentAfterOutage: true } as const;

/** The calls that send changes. Their sender invalidates the tags of what they changed. */
export const changesApi = callsOf("changes").injectEndpoints({
  endpoints: (build) => ({
    setStatus: build.mutation<unknown, StatusUpdate & { id: Task["id"]; requestId?: string }>({
      extraOptions: QUEUED,
      query: ({ id, status, requestId }) => ({
        url: `/api/kanban/${encodeURIComponent(id)}/status`,
        method: "PATCH",
        body: { status } satisfies StatusUpdate,
        headers: requestIdHeader(requestId),
        // The app ignores the body of the response (§7), so it may have any format.
        responseHandler: "text",
      }),
    }),
    /** Beyond §7: changes some fields of a task, if it has this version. */
    patchTask: build.mutation<TaskRead, { id: Task["id"]; patch: Values; etag?: string }>({
      extraOptions: QUEUED,
      query: ({ id, patch, etag }) => ({
        ...readCalls.task(id),
        method: "PATCH",
        body: patch,
        ...(etag && { headers: { "if-match": etag } }),
      }),
      transformResponse: readTask,
    }),
    /** Saves all fields of a task, on a server without `patchTask`. */
    putTask: build.mutation<TaskRead, { id: Task["id"]; input: TaskInput; etag?: string }>({
      extraOptions: QUEUED,
      query: ({ id, input, etag }) => ({
        ...readCalls.task(id),
        method: "PUT",
        body: input,
        ...(etag && { headers: { "if-match": etag } }),
      }),
      transformResponse: readTask,
    }),
    /** Creates a task. Repeats with the same key create no second one, if the server knows keys. */
    createCard: build.mutation<TaskRead, NewTask & { key: string; title: string }>({
      extraOptions: QUEUED,
      query: ({ key, title, status, assignee_id, due_date, priority = DEFAULT_PRIORITY }) => ({
        url: "/api/tasks",
        method: "POST",
        body: {
          title,
          description: "",
          status,
          priority,
          assignee_id,
          ...(due_date && { due_date }),
        } satisfies TaskInput,
        // Another origin's CORS rules may reject the header.
        ...(SAME_ORIGIN && { headers: { [IDEMPOTENCY_HEADER]: key } }),
      }),
      transformResponse: readTask,
    }),
    /** Reads a task of which it is unknown whether it has a change. */
    readTask: build.query<TaskRead, Task["id"]>({
      query: (id) => readCalls.task(id),
      transformResponse: readTask,
    }),
  }),
});

import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { busyMsOf, type CallError, hasUnknownOutcome, UNSENT } from "#api/errors.ts";
import { requestIdHeader } from "#api/ownHeaders.ts";
import { readCalls } from "#api/readCalls.ts";
import {
  normaliseConflict,
  normaliseTaskResponse,
  type TaskDetail,
  theirsIn,
} from "#api/taskResponses.ts";
import type { StatusUpdate } from "#contract/board.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import type { Task } from "#contract/shapes/task.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { SAME_ORIGIN } from "#lib/env.ts";
import { selectHasExtensions, type WithExtensions } from "#sync/extensions/extensions.ts";

/** `etag`: the version of the task on which a change is based. Another version refuses it. */
interface ToTask {
  id: Task["id"];
  etag?: string;
}

/** `isForm`: a form's request, whose failure has the toasts of §8. The queue has its own. */
interface FromForm {
  isForm?: true;
}

/** Whether the server creates no second task if a request is sent again with its key. */
export const selectHasKeys = (state: WithExtensions): boolean =>
  SAME_ORIGIN && selectHasExtensions(state);

const ifMatch = (etag: string | undefined) => (etag ? { "if-match": etag } : {});

/** The calls that change tasks. Their sender invalidates the tags of what they changed. */
export const changesApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    setStatus: build.mutation<unknown, StatusUpdate & ToTask & { requestId?: string }>({
      // After an outage the queue decides what is sent, in which order, and what is read first.
      extraOptions: { isUnsentAfterOutage: true },
      query: ({ id, requestId, etag, ...move }) => ({
        url: `/api/kanban/${encodeURIComponent(id)}/status`,
        method: "PATCH",
        body: move satisfies StatusUpdate,
        headers: { ...requestIdHeader(requestId), ...ifMatch(etag) },
        // The app ignores the body of the response (§7), so it may have any format.
        responseHandler: "text",
      }),
    }),
    /** Beyond §7: changes some fields of a task. */
    patchTask: build.mutation<TaskDetail | null, ToTask & { patch: object }>({
      extraOptions: { isUnsentAfterOutage: true },
      query: ({ patch, id, etag }) => ({
        ...readCalls.task(id),
        method: "PATCH",
        body: patch,
        headers: ifMatch(etag),
      }),
      transformResponse: normaliseTaskResponse,
      transformErrorResponse: normaliseConflict,
    }),
    /** Saves all fields of a task. */
    updateTask: build.mutation<TaskDetail | null, ToTask & FromForm & { input: TaskInput }>({
      extraOptions: { isUnsentAfterOutage: true },
      query: ({ input, id, etag }) => ({
        ...readCalls.task(id),
        method: "PUT",
        body: input,
        headers: ifMatch(etag),
      }),
      transformResponse: normaliseTaskResponse,
      transformErrorResponse: normaliseConflict,
    }),
    /** Creates a task. Repeats with the same key create no second one, if the server knows keys. */
    createTask: build.mutation<TaskDetail | null, FromForm & { input: TaskInput; key?: string }>({
      extraOptions: { isUnsentAfterOutage: true },
      query: ({ key, input }) => ({
        url: "/api/tasks",
        method: "POST",
        body: input,
        // Another origin's CORS rules may reject the header.
        ...(key !== undefined && SAME_ORIGIN && { headers: { [IDEMPOTENCY_HEADER]: key } }),
      }),
      transformResponse: normaliseTaskResponse,
    }),
    /**
     * Reads a task of which it is unknown whether it has a change. The page's query (`getTask`) is of no
     * use for that: its running request may be older than the doubt.
     */
    readTask: build.query<TaskDetail | null, Task["id"]>({
      query: (id) => readCalls.task(id),
      transformResponse: normaliseTaskResponse,
    }),
  }),
});

export const SAVE_FAILED = "Failed to save task. Please try again.";

/**
 * The form merges another user's edit, or lets the user choose. The queue sends some again. Without a
 * response it is unknown whether the task was saved (`sendForm.ts`).
 */
function saveFailure({ isForm }: FromForm, error: CallError): string | null {
  const isOpen = theirsIn(error) !== null || busyMsOf(error) !== undefined || error === UNSENT;
  return isForm && !isOpen && !hasUnknownOutcome(error) ? SAVE_FAILED : null;
}

addCallTexts(changesApi, {
  createTask: { serverFailure: saveFailure },
  updateTask: { serverFailure: saveFailure },
});

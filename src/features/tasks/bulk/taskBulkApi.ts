import type { BaseQueryApi, FetchBaseQueryError } from "@reduxjs/toolkit/query/react";
import { callsOf } from "#api/api.ts";
import type { Query } from "#api/baseQuery.ts";
import { statusOf } from "#api/errors.ts";
import { readCalls } from "#api/readCalls.ts";
import type { Task, TaskInput } from "#contract/task.ts";
import { normaliseTaskResponse, type TaskDetail } from "#features/tasks/taskResponses.ts";
import { today } from "#lib/day.ts";
import type { TaskBulkChange } from "./taskBulkState.ts";

type Patch = Partial<TaskInput>;
type Send = (args: Parameters<Query>[0]) => ReturnType<Query>;
type Result = { data: { undo: TaskBulkChange | null } } | { error: FetchBaseQueryError };

/** The maximum number of attempts at a change while other users change the same task. */
const ATTEMPTS_MAX = 3;

const fieldsOf = (patch: Patch) => Object.keys(patch) as (keyof Patch)[];

/**
 * The former values of the changed fields; null if they can't be restored, because the server would
 * refuse a past due date.
 */
function formerValues(task: TaskDetail, patch: Patch): Patch | null {
  const isPast = "due_date" in patch && task.due_date !== null && task.due_date < today();
  return isPast ? null : Object.fromEntries(fieldsOf(patch).map((field) => [field, task[field]]));
}

/** Sends the change, for a version of the task if there is one. */
async function sendPatch(id: Task["id"], body: Patch, etag: string | undefined, send: Send) {
  const headers = etag ? { "if-match": etag } : {};
  return await send({ ...readCalls.task(id), method: "PATCH", body, headers });
}

/**
 * Changes a task, and returns its former values. They belong to the version that the change
 * replaces, so an undo never restores values that another user has replaced since.
 */
async function change(id: Task["id"], patch: Patch, send: Send): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await send(readCalls.task(id));
    if (read.error) return { error: read.error };
    const task = normaliseTaskResponse(read.data, read.meta);
    if (!task) return { error: { status: "CUSTOM_ERROR", error: "No task in the response" } };
    if (fieldsOf(patch).every((field) => task[field] === patch[field])) {
      return { data: { undo: null } };
    }
    const { data, error, meta } = await sendPatch(id, patch, task.etag, send);
    if (error && statusOf(error) === 412 && attempt < ATTEMPTS_MAX) continue;
    if (error) return { error };
    const etag = normaliseTaskResponse(data, meta)?.etag;
    const former = formerValues(task, patch);
    return { data: { undo: former && etag ? { patch: former, etag } : null } };
  }
}

async function run(
  { id, change: wanted, mayRestore }: TaskCall,
  _api: BaseQueryApi,
  _options: unknown,
  send: Send,
): Promise<Result> {
  if ("patch" in wanted && !wanted.etag) return await change(id, wanted.patch, send);
  const url = readCalls.task(id).url;
  const { error } =
    "patch" in wanted
      ? await sendPatch(id, wanted.patch, wanted.etag, send)
      : await send(
          "remove" in wanted
            ? { url, method: "DELETE" }
            : { url: `${url}/restore`, method: "POST" },
        );
  if (error) return { error };
  return { data: { undo: "remove" in wanted && mayRestore ? { restore: true } : null } };
}

/** A call of a bulk action. `mayRestore`: the user may restore deleted tasks. */
interface TaskCall {
  id: Task["id"];
  change: TaskBulkChange;
  mayRestore: boolean;
}

export const taskBulkApi = callsOf("tasks").injectEndpoints({
  endpoints: (build) => ({
    /** Changes, deletes or restores a task. The bulk action refetches once, at its end. */
    changeInBulk: build.mutation<{ undo: TaskBulkChange | null }, TaskCall>({
      queryFn: async (call, api, options, send) => await run(call, api, options, send),
    }),
  }),
});

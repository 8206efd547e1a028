import type { FetchBaseQueryError, FetchBaseQueryMeta } from "@reduxjs/toolkit/query/react";
import { type CallError, statusOf } from "#api/errors.ts";
import { normaliseTask } from "#api/normaliseTask.ts";
import type { Task } from "#contract/task.ts";
import { isObject, textOf } from "#lib/json.ts";

/** A task with what our server adds to the contract; another server may leave all of it out. */
export interface TaskDetail extends Task {
  assignee_name?: string;
  team_name?: string;
  created_by_name?: string;
  updated_at?: string;
  /** Its version, as `If-Match` takes it. */
  etag?: string;
}

type Meta = Pick<FetchBaseQueryMeta, "response"> | undefined;

const EXTRAS = ["assignee_name", "team_name", "created_by_name", "updated_at", "etag"] as const;

/** A proxy that compresses makes a strong tag weak; it is the same version all the same. */
const tagOf = (meta: Meta) => meta?.response?.headers.get("etag")?.replace(/^W\//, "");

/** Answer of GET /api/tasks/{id} (§7): `{ task }` or the bare task; null when it holds none. */
export function normaliseTaskResponse(raw: unknown, meta?: Meta): TaskDetail | null {
  const bare = isObject(raw) && "task" in raw ? raw["task"] : raw;
  const task = normaliseTask(bare);
  if (!task || !isObject(bare)) return null;
  const detail: TaskDetail = task;
  for (const name of EXTRAS) {
    const value = textOf(bare[name]);
    if (value) detail[name] = value;
  }
  const etag = tagOf(meta);
  if (etag) detail.etag = etag;
  return detail;
}

/** Puts what the task is now, if a refused save says so, into the error as `theirs`. */
export function normaliseConflict(error: FetchBaseQueryError, meta: Meta): FetchBaseQueryError {
  const theirs = error.status === 412 ? normaliseTaskResponse(error.data, meta) : null;
  return theirs && isObject(error.data) ? { status: 412, data: { ...error.data, theirs } } : error;
}

/** What somebody else made of the task meanwhile, when that is why a save was refused. */
export function theirsIn(error: CallError): TaskDetail | null {
  if (statusOf(error) !== 412) return null;
  const { theirs } = (error as { data?: { theirs?: TaskDetail } }).data ?? {};
  return theirs ?? null;
}

import type { FetchBaseQueryError, FetchBaseQueryMeta } from "@reduxjs/toolkit/query/react";
import { type CallError, statusOf } from "#api/errors.ts";
import { normaliseTask } from "#api/normaliseTask.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { Task } from "#contract/shapes/task.ts";
import { isObject, textOf } from "#lib/json.ts";

/** A task with the fields that our server adds to the contract. Other servers may omit them. */
export interface TaskDetail extends Task {
  assignee_name?: string;
  team_name?: string;
  created_by_name?: string;
  updated_at?: string;
  /** The number of its files. */
  files?: number;
  /** The version to send as `If-Match`. */
  etag?: string;
  /** The user whose change was the reason to refuse a save. */
  changed_by?: NamedRecord;
}

type Meta = Pick<FetchBaseQueryMeta, "response"> | undefined;

const EXTRAS = ["assignee_name", "team_name", "created_by_name", "updated_at", "etag"] as const;

/** The version in the ETag header. A proxy that compresses makes a strong tag weak (`W/`). */
const etagOf = (meta: Meta) => meta?.response?.headers.get("etag")?.replace(/^W\//, "");

/** Reads the response of GET /api/tasks/{id} (§7): `{ task }` or the bare task; null without one. */
export function normaliseTaskResponse(raw: unknown, meta?: Meta): TaskDetail | null {
  const bare = isObject(raw) && "task" in raw ? raw["task"] : raw;
  const task = normaliseTask(bare);
  if (!task || !isObject(bare)) return null;
  const detail: TaskDetail = task;
  for (const name of EXTRAS) {
    const value = textOf(bare[name]);
    if (value) detail[name] = value;
  }
  if (typeof bare["files"] === "number") detail.files = bare["files"];
  const etag = etagOf(meta);
  if (etag) detail.etag = etag;
  return detail;
}

/** Adds the task that a 412 response carries, another user's version, to the error as `theirs`. */
export function normaliseConflict(error: FetchBaseQueryError, meta: Meta): FetchBaseQueryError {
  const theirs = error.status === 412 ? normaliseTaskResponse(error.data, meta) : null;
  if (!theirs || !isObject(error.data)) return error;
  const changed_by = readName(error.data["changed_by"]);
  if (changed_by) theirs.changed_by = changed_by;
  return { status: 412, data: { ...error.data, theirs } };
}

function readName(raw: unknown): NamedRecord | null {
  const [id, name] = isObject(raw) ? [textOf(raw["id"]), textOf(raw["name"])] : [];
  return id && name ? { id, name } : null;
}

/** Another user's version of the task, if that is why a save was refused. */
export function theirsIn(error: CallError): TaskDetail | null {
  if (statusOf(error) !== 412) return null;
  const { theirs } = (error as { data?: { theirs?: TaskDetail } }).data ?? {};
  return theirs ?? null;
}

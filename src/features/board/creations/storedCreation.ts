import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { type Fields, isObject } from "#lib/json.ts";

/** A new card, as it is stored for a reload. */
export interface StoredCreation {
  /** Identifies the creation. The server creates one task for it, however often it is sent. */
  key: string;
  title: string;
  status: TaskStatus;
  assignee_id: string | null;
  /** Whether it was sent. The server may have created the task. */
  sent?: boolean;
  /** Why it failed. It is not sent again unless the user says so. */
  reason?: string;
}

export function isStoredCreation(value: unknown): value is Fields & StoredCreation {
  if (!isObject(value)) return false;
  const { key, title, status, assignee_id, sent, reason } = value;
  return (
    typeof key === "string" &&
    typeof title === "string" &&
    TASK_STATUSES.some((known) => known === status) &&
    (assignee_id === null || typeof assignee_id === "string") &&
    (sent === undefined || typeof sent === "boolean") &&
    (reason === undefined || typeof reason === "string")
  );
}

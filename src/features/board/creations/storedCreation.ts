import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { type Fields, isObject } from "#lib/json.ts";

/** A new card, as it is stored for a reload. */
export interface StoredCreation {
  /** Identifies the creation. The server creates one task for it, however often it is sent. */
  key: string;
  title: string;
  status: TaskStatus;
  assignee_id: string | null;
}

export function isStoredCreation(value: unknown): value is Fields & StoredCreation {
  if (!isObject(value)) return false;
  const { key, title, status, assignee_id } = value;
  return (
    typeof key === "string" &&
    typeof title === "string" &&
    TASK_STATUSES.some((known) => known === status) &&
    (assignee_id === null || typeof assignee_id === "string")
  );
}

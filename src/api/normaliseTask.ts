import {
  DEFAULT_PRIORITY,
  DEFAULT_STATUS,
  TASK_STATUSES,
  type Task,
  type TaskSummary,
} from "#contract/task.ts";
import { isObject, textOf } from "#lib/json.ts";

const id = (value: unknown): string | null =>
  typeof value === "number" || (typeof value === "string" && value) ? String(value) : null;

/**
 * Reads a task from any server that follows the contract (§3): ids may be numbers, a due date an
 * instant, and texts may be missing. Null without an id.
 */
export function normaliseTask(raw: unknown): Task | null {
  if (!isObject(raw)) return null;
  const taskId = id(raw.id);
  if (taskId === null) return null;
  return {
    id: taskId,
    title: textOf(raw.title),
    description: textOf(raw.description),
    status: TASK_STATUSES.find((status) => status === raw.status) ?? DEFAULT_STATUS,
    // Unknown priorities are shown in grey (§9).
    priority: (textOf(raw.priority) || DEFAULT_PRIORITY) as Task["priority"],
    due_date: textOf(raw.due_date).slice(0, 10) || null,
    assignee_id: id(raw.assignee_id),
    team_id: id(raw.team_id),
    created_at: textOf(raw.created_at),
  };
}

/** Query parameters of the board and the dashboard. Other servers may ignore them. */
export const WITHOUT_DESCRIPTIONS = { descriptions: "none" } as const;

/** Reads a list of tasks and removes descriptions, which a server may send unrequested. */
export function normaliseSummaries(raw: unknown): TaskSummary[] {
  return normaliseTasks(raw).map(({ description: _description, ...summary }) => summary);
}

/** Reads a list of tasks. Skips items without an id; returns an empty list for any other value. */
export function normaliseTasks(raw: unknown): Task[] {
  if (!Array.isArray(raw)) return [];
  return raw.map(normaliseTask).filter((task) => task !== null);
}

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
 * A task of any server that keeps the contract (§3): ids may be numbers, a due date an instant,
 * texts may be missing. Null for what has no id.
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
    // Shown as it came, and in grey if it is none of ours (§9).
    priority: (textOf(raw.priority) || DEFAULT_PRIORITY) as Task["priority"],
    due_date: textOf(raw.due_date).slice(0, 10) || null,
    assignee_id: id(raw.assignee_id),
    team_id: id(raw.team_id),
    created_at: textOf(raw.created_at),
  };
}

/** What the board and the dashboard ask for; another server may ignore it. */
export const WITHOUT_DESCRIPTIONS = { descriptions: "none" } as const;

/** The tasks of a list without their descriptions, which a server may send although they weren't asked for. */
export function normaliseSummaries(raw: unknown): TaskSummary[] {
  return normaliseTasks(raw).map(({ description: _unshown, ...summary }) => summary);
}

/** The tasks of a list; what is none is left out, and anything but a list holds none. */
export function normaliseTasks(raw: unknown): Task[] {
  if (!Array.isArray(raw)) return [];
  return raw.map(normaliseTask).filter((task) => task !== null);
}

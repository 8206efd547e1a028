import type { Task, TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import {
  mapFields,
  SET_FIELDS,
  type SetFieldName,
  SINGLE_FIELDS,
  type SingleFieldName,
  type SingleFieldValues,
  TASK_FIELDS,
} from "#contract/taskFields.ts";
import { type Fields, isObject, readList, textOf } from "#lib/json.ts";

const id = (value: unknown): string | null =>
  typeof value === "number" || (typeof value === "string" && value) ? String(value) : null;

/** Reads a field. Unknown priorities stay: they are shown in grey (§9). */
function valueOf(name: SingleFieldName, raw: unknown): string | null {
  const field = TASK_FIELDS[name];
  if (field.kind === "choice") {
    const isRefused = name === "status" && !TASK_STATUSES.some((status) => status === raw);
    return isRefused ? field.initial : textOf(raw) || field.initial;
  }
  if (field.kind === "text") return textOf(raw);
  return field.kind === "day" ? textOf(raw).slice(0, 10) || null : id(raw);
}

/** The sets of a task, which go beyond §3: of another server a task has none. */
function setsIn(raw: Fields): { [Name in SetFieldName]?: string[] } {
  const sets = SET_FIELDS.flatMap((name) => {
    const list = raw[name];
    return Array.isArray(list) ? [[name, list.flatMap((one) => id(one) ?? [])]] : [];
  });
  return Object.fromEntries(sets) as { [Name in SetFieldName]?: string[] };
}

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
    ...(mapFields(SINGLE_FIELDS, (name) => valueOf(name, raw[name])) as SingleFieldValues),
    ...setsIn(raw),
    created_at: textOf(raw.created_at),
  };
}

/** Query parameters of the board and the dashboard. Other servers may ignore them. */
export const WITHOUT_DESCRIPTIONS = { descriptions: "none" } as const;

/** Reads a list of tasks and removes descriptions, which a server may send unrequested. */
export function normaliseSummaries(raw: unknown, name: string): TaskSummary[] {
  const tasks = readList(raw, name, normaliseTask);
  return tasks.map(({ description: _description, ...summary }) => summary);
}

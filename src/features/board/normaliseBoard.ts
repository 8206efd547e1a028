import type { Board } from "#contract/board.ts";
import { DEFAULT_PRIORITY, TASK_STATUSES, type Task, type TaskStatus } from "#contract/task.ts";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const id = (value: unknown): string | null =>
  typeof value === "number" || (typeof value === "string" && value) ? String(value) : null;

/** A task as the board needs it, of any server that keeps the contract; null without an id. */
function normaliseTask(raw: unknown, status: TaskStatus): Task | null {
  if (!isObject(raw)) return null;
  const taskId = id(raw.id);
  if (taskId === null) return null;
  return {
    id: taskId,
    title: text(raw.title),
    description: text(raw.description),
    status,
    priority: (text(raw.priority) || DEFAULT_PRIORITY) as Task["priority"],
    due_date: text(raw.due_date).slice(0, 10) || null,
    assignee_id: id(raw.assignee_id),
    team_id: id(raw.team_id),
    created_at: text(raw.created_at),
  };
}

/**
 * Answer of GET /api/kanban/board (§7): `{ board }` or the bare lists, lists that may be missing,
 * ids that may be numbers, due dates that may be instants. No card comes twice.
 */
export function normaliseBoard(raw: unknown): Board {
  const lists = isObject(raw) && isObject(raw.board) ? raw.board : raw;
  const seen = new Set<string>();
  const board: Board = { Todo: [], "In Progress": [], Done: [] };
  for (const status of TASK_STATUSES) {
    const list: unknown = isObject(lists) ? lists[status] : [];
    if (!Array.isArray(list)) continue;
    for (const item of list) {
      const task = normaliseTask(item, status);
      if (!task || seen.has(task.id)) continue;
      seen.add(task.id);
      board[status].push(task);
    }
  }
  return board;
}

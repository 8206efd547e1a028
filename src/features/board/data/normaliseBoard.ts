import { normaliseTask } from "#api/normaliseTask.ts";
import type { Checklist } from "#contract/checklist.ts";
import type {
  Board,
  BoardChanges,
  BoardTask,
  ChangedCard,
  RecentDone,
} from "#contract/shapes/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { isObject, textOf } from "#lib/json.ts";

/** The server's board as of one moment. */
export interface Snapshot extends Board, RecentDone {
  /** The id of the last event included in the board. Absent if the server sent none. */
  position?: string;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** Reads the progress of a card's checklist; empty for a server that doesn't send it. */
function normaliseChecklist(raw: unknown): { checklist?: Checklist } {
  const { done, total } = isObject(raw) ? raw : {};
  const isValid = isCount(done) && isCount(total) && total > 0 && done <= total;
  return isValid ? { checklist: { done, total } } : {};
}

/** Reads a card, without the description that a server may send unrequested. Null without an id. */
function normaliseCard(raw: unknown): BoardTask | null {
  const task = normaliseTask(raw);
  if (!task || !isObject(raw)) return null;
  const { description: _description, ...card } = task;
  const arrived_at = textOf(raw.arrived_at);
  const { files } = raw;
  return {
    ...card,
    ...normaliseChecklist(raw.checklist),
    ...(isCount(files) && { files }),
    ...(arrived_at && { arrived_at }),
  };
}

/**
 * Reads the response of GET /api/kanban/board (§7): `{ board }` or the bare lists. Missing lists are
 * empty. A card takes the status of its list, and the first of two equal cards stays.
 */
export function normaliseBoard(raw: unknown): Board {
  const lists = isObject(raw) && isObject(raw.board) ? raw.board : raw;
  const seen = new Set<string>();
  const board: Board = { Todo: [], "In Progress": [], Done: [] };
  for (const status of TASK_STATUSES) {
    const list = isObject(lists) ? lists[status] : [];
    for (const raw of Array.isArray(list) ? list : []) {
      const task = normaliseCard(raw);
      if (!task || seen.has(task.id)) continue;
      seen.add(task.id);
      board[status].push({ ...task, status });
    }
  }
  return board;
}

/** Reads which done tasks are recent. Empty for a server that doesn't say so. */
export function normaliseRecentDone(raw: unknown): RecentDone {
  const count = isObject(raw) ? raw.recentDone : undefined;
  return isCount(count) ? { recentDone: count } : {};
}

const isId = (value: unknown): value is string => typeof value === "string" && value !== "";

function normaliseChangedCard(raw: unknown): ChangedCard | null {
  const card = normaliseCard(raw);
  if (!card || !isObject(raw) || raw.status !== card.status) return null;
  return raw.before === null || isId(raw.before) ? { ...card, before: raw.before } : null;
}

/** Reads the response of GET /api/kanban/changes. Null for a reset and for an invalid response. */
export function normaliseChanges(raw: unknown): BoardChanges | null {
  if (!isObject(raw)) return null;
  const { position, tasks, removed } = raw;
  if (!isId(position) || !Array.isArray(tasks) || !Array.isArray(removed)) return null;
  const cards = tasks.map(normaliseChangedCard).filter((card) => card !== null);
  if (cards.length < tasks.length || !removed.every(isId)) return null;
  return { position, tasks: cards, removed, ...normaliseRecentDone(raw) };
}

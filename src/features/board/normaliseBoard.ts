import { normaliseSummaries } from "#api/normaliseTask.ts";
import type { Board, BoardChanges, ChangedCard, RecentDone } from "#contract/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { isObject } from "#lib/json.ts";

/** The server's board as of one moment. */
export interface Snapshot extends Board, RecentDone {
  /** The id of the last event included in the board. Absent if the server sent none. */
  position?: string;
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
    for (const task of normaliseSummaries(isObject(lists) ? lists[status] : [])) {
      if (seen.has(task.id)) continue;
      seen.add(task.id);
      board[status].push({ ...task, status });
    }
  }
  return board;
}

/** Reads which done tasks are recent. Empty for a server that doesn't say so. */
export function normaliseRecentDone(raw: unknown): RecentDone {
  const count = isObject(raw) ? raw.recentDone : undefined;
  return typeof count === "number" && count >= 0 ? { recentDone: count } : {};
}

const isId = (value: unknown): value is string => typeof value === "string" && value !== "";

function normaliseChangedCard(raw: unknown): ChangedCard | null {
  const [card] = normaliseSummaries([raw]);
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

import { normaliseSummaries } from "#api/normaliseTask.ts";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { isObject } from "#lib/json.ts";

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

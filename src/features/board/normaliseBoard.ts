import { normaliseSummaries } from "#api/normaliseTask.ts";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import { isObject } from "#lib/json.ts";

/**
 * Answer of GET /api/kanban/board (§7): `{ board }` or the bare lists, lists that may be missing.
 * A card's status is its list's; no card comes twice.
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

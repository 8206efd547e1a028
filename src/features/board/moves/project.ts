import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus, type TaskSummary } from "#contract/task.ts";
import type { Intent } from "./moveMachine.ts";

/** The column in which each moved card is shown, by card id. */
export type Placements = Readonly<Record<string, Pick<Intent, "to" | "at">>>;

const moved = new WeakMap<TaskSummary, Partial<Record<TaskStatus, TaskSummary>>>();

/** The task with another status. It returns the same object each time, so that a card need not render. */
export function withStatus<T extends TaskSummary>(task: T, status: TaskStatus): T {
  if (task.status === status) return task;
  const known = moved.get(task) ?? {};
  const copy = known[status] ?? { ...task, status };
  moved.set(task, { ...known, [status]: copy });
  // The copies of a task have its type.
  return copy as T;
}

/**
 * The board to show: the server's board with the moves applied. Moved cards are on top of their
 * column, newest move first. Unchanged columns and cards keep their identity. A move of a card that
 * the board doesn't have changes nothing.
 */
export function project(snapshot: Board, placements: Placements): Board {
  const ids = new Set(Object.keys(placements));
  if (ids.size === 0) return snapshot;
  const found = new Map<string, TaskSummary>();
  const kept = {} as Board;
  for (const status of TASK_STATUSES) {
    const tasks = snapshot[status];
    const staying = tasks.filter((task) => !ids.has(task.id));
    kept[status] = staying.length === tasks.length ? tasks : staying;
    if (staying.length === tasks.length) continue;
    for (const task of tasks) {
      if (ids.has(task.id) && !found.has(task.id)) found.set(task.id, task);
    }
  }
  if (found.size === 0) return snapshot;
  const arrived = [...found.values()].sort((a, b) => atOf(placements, b) - atOf(placements, a));
  const board = {} as Board;
  for (const status of TASK_STATUSES) {
    const onTop = arrived.filter((task) => placements[task.id]?.to === status);
    board[status] =
      onTop.length === 0
        ? kept[status]
        : [...onTop.map((task) => withStatus(task, status)), ...kept[status]];
  }
  return board;
}

function atOf(placements: Placements, task: TaskSummary): number {
  return placements[task.id]?.at ?? 0;
}

/** Whether two columns hold the same cards in the same order. */
export function sameCards(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((card, index) => card === b[index]);
}

/** The card's column on a board, or null. */
export function columnOf(board: Board, cardId: string): TaskStatus | null {
  for (const status of TASK_STATUSES) {
    if (board[status].some((task) => task.id === cardId)) return status;
  }
  return null;
}

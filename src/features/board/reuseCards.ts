import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskSummary } from "#contract/task.ts";

const isSame = (a: TaskSummary, b: TaskSummary): boolean =>
  a === b ||
  (Object.keys(a) as (keyof TaskSummary)[]).every((field) => Object.is(a[field], b[field]));

/**
 * Returns the board but reuses the old object of each unchanged card, so that unchanged cards don't
 * re-render. RTK Query compares lists by index, and a card on top shifts all others.
 */
export function reuseCards<B extends Board>(before: Board, board: B): B {
  const known = new Map<string, TaskSummary>();
  for (const status of TASK_STATUSES) for (const card of before[status]) known.set(card.id, card);
  const reused = { ...board };
  for (const status of TASK_STATUSES) {
    reused[status] = board[status].map((card) => {
      const old = known.get(card.id);
      return old && isSame(old, card) ? old : card;
    });
  }
  return reused;
}

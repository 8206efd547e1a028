import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskSummary } from "#contract/task.ts";

const isSame = (a: TaskSummary, b: TaskSummary): boolean =>
  a === b ||
  (Object.keys(a) as (keyof TaskSummary)[]).every((field) => Object.is(a[field], b[field]));

/**
 * The board with the objects of cards that were there before and are the same, so that they don't
 * render again. RTK Query compares lists by index, and a card on top shifts all others.
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

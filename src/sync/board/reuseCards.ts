import type { Board, BoardTask } from "#contract/board.ts";
import { TASK_STATUSES } from "#contract/task.ts";

function isSame(
  { checklist: listA, ...a }: BoardTask,
  { checklist: listB, ...b }: BoardTask,
): boolean {
  if (listA?.done !== listB?.done || listA?.total !== listB?.total) return false;
  return (Object.keys(a) as (keyof typeof a)[]).every((field) => Object.is(a[field], b[field]));
}

/**
 * Returns the board but reuses the old object of each unchanged card, so that unchanged cards don't
 * re-render. RTK Query compares lists by index, and a card on top shifts all others.
 */
export function reuseCards<B extends Board>(before: Board, board: B): B {
  const known = new Map<string, BoardTask>();
  for (const status of TASK_STATUSES) for (const card of before[status]) known.set(card.id, card);
  const reused = { ...board };
  for (const status of TASK_STATUSES) {
    reused[status] = board[status].map((card) => {
      const old = known.get(card.id);
      return old && (old === card || isSame(old, card)) ? old : card;
    });
  }
  return reused;
}

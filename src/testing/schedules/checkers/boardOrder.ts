import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import type { Neighbours, Wanted } from "#features/changes/queue/change.ts";

/** A moved card. */
export interface Move extends Pick<Wanted, "value" | "at" | "beside"> {
  id: string;
}

/**
 * The ids of a board's cards, column by column, after moves. A moved card goes on top, and one whose
 * move is undone goes above the card that was below it, or below the one above.
 */
export function idsAfter(cards: readonly TaskSummary[], moves: readonly Move[]): string[] {
  const columns = new Map<string, string[]>(
    TASK_STATUSES.map((status) => [
      status,
      cards.filter((card) => card.status === status).map(({ id }) => id),
    ]),
  );
  for (const { id, value, beside } of moves.toSorted((a, b) => a.at - b.at)) {
    if (!cards.some((card) => card.id === id)) continue;
    for (const [status, ids] of columns)
      columns.set(
        status,
        ids.filter((one) => one !== id),
      );
    const column = columns.get(value ?? "") ?? [];
    column.splice(beside ? indexBeside(column, beside) : 0, 0, id);
  }
  return [...columns.values()].flat();
}

function indexBeside(ids: readonly string[], { above, below }: Neighbours): number {
  if (below === null) return ids.length;
  const index = ids.indexOf(below);
  return index === -1 ? ids.indexOf(above ?? "") + 1 : index;
}

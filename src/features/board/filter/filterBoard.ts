import type { Board } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { sameCards } from "#features/changes/shown/moveCards.ts";
import type { Filters } from "#features/filters/listQuery.ts";
import { cardMatcher } from "./cardMatcher.ts";

/** The shown cards of a column. `outdated` are those that no longer match the filters. */
export interface FilteredColumn {
  cards: readonly TaskSummary[];
  outdated: ReadonlySet<string>;
}

/** The inputs of a filtered board. */
interface FilterInput {
  board: Board;
  filters: Filters;
  today: string;
  /** The card that the user has moved last, since the filters were set. */
  landedId: string | null;
}

export interface FilteredBoard extends FilterInput {
  columns: Record<TaskStatus, FilteredColumn>;
  /** The cards that have matched these filters at any time. */
  matched: ReadonlySet<string>;
}

const sameIds = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));

/**
 * Returns the board with the cards that match. A card that a move or an edit takes out of the
 * filters stays until the filters change, so that no card disappears while the user works with it.
 * @param before the previous result; its unchanged columns keep their identity
 */
export function filterBoard(input: FilterInput, before: FilteredBoard | null): FilteredBoard {
  const { board, filters, today, landedId } = input;
  const matches = cardMatcher(filters, today);
  const former = before?.filters === filters ? before : null;
  const matched = new Set(former?.matched);
  if (landedId !== null) matched.add(landedId);
  const columns = {} as FilteredBoard["columns"];
  for (const status of TASK_STATUSES) {
    const outdated = new Set<string>();
    const cards = board[status].filter((task) => {
      const isMatch = matches(task);
      if (isMatch) matched.add(task.id);
      else if (matched.has(task.id)) outdated.add(task.id);
      return isMatch || outdated.has(task.id);
    });
    const old = before?.columns[status];
    const isSame = old && sameCards(old.cards, cards) && sameIds(old.outdated, outdated);
    columns[status] = isSame ? old : { cards, outdated };
  }
  return { ...input, columns, matched };
}

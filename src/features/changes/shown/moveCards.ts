import type { Board, RecentDone } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import type { Neighbours } from "#features/changes/queue/change.ts";

/** The column in which a moved card is shown. */
interface Placement {
  to: TaskStatus;
  /** Orders the moves. */
  at: number;
  beside?: Neighbours;
}

/** By card id. */
export type Placements = Readonly<Record<string, Placement>>;

const moved = new WeakMap<TaskSummary, Partial<Record<TaskStatus, TaskSummary>>>();

/** The task with another status. It returns the same object each time, so that a card need not render. */
export function withStatus<T extends TaskSummary>(task: T, status: TaskStatus): T {
  if (task.status === status) return task;
  const known = moved.get(task) ?? {};
  // It is no longer as long in a column as the server's task.
  const copy = known[status] ?? { ...task, status, arrived_at: undefined };
  moved.set(task, { ...known, [status]: copy });
  // The copies of a task have its type.
  return copy as T;
}

/**
 * The board to show: the server's board with the moves applied. Moved cards are on top of their
 * column, newest move first; those of undone moves are back in their places. Unchanged columns and
 * cards keep their identity. A move of a card that the board doesn't have changes nothing.
 */
export function moveCards<B extends Board & RecentDone>(snapshot: B, placements: Placements): B {
  const moves = Object.values(placements);
  if (moves.length === 0) return snapshot;
  const board = moves.some(({ beside }) => beside !== undefined)
    ? moveInTurn(snapshot, placements)
    : moveToTops(snapshot, placements);
  return board === snapshot
    ? snapshot
    : { ...snapshot, ...board, ...recentIn(snapshot, board, placements) };
}

/** Moves the cards to the tops of their columns. A single pass, because many may move at once. */
function moveToTops(snapshot: Board, placements: Placements): Board {
  const ids = new Set(Object.keys(placements));
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

/** Moves one card after the other, in the order of the user's actions. */
function moveInTurn(snapshot: Board, placements: Placements): Board {
  let board = snapshot;
  const inOrder = Object.entries(placements).sort(([, a], [, b]) => a.at - b.at);
  for (const [cardId, { to, beside }] of inOrder) {
    const from = columnOf(board, cardId);
    const task = from && board[from].find(({ id }) => id === cardId);
    if (!from || !task) continue;
    const left = { ...board, [from]: board[from].filter((other) => other !== task) };
    const column = left[to].slice();
    column.splice(beside ? indexBeside(column, beside) : 0, 0, withStatus(task, to));
    board = { ...left, [to]: column };
  }
  return board;
}

/** The index at which a card goes back beside its neighbours; the top if both are gone. */
function indexBeside(column: readonly TaskSummary[], { above, below }: Neighbours): number {
  // New cards arrive on top, so a card that was the last one still belongs at the end.
  if (below === null) return column.length;
  const next = column.findIndex(({ id }) => id === below);
  return next === -1 ? column.findIndex(({ id }) => id === above) + 1 : next;
}

/**
 * The cards above and below each card when it leaves its place, if the cards move to the top of a
 * column one after the other.
 */
export function leaveInTurn(
  board: Board,
  ids: readonly string[],
  to: TaskStatus,
): Map<string, Neighbours> {
  const beside = new Map<string, Neighbours>();
  for (const status of TASK_STATUSES) {
    const column = board[status];
    for (const [index, { id }] of column.entries())
      beside.set(id, {
        above: column[index - 1]?.id ?? null,
        below: column[index + 1]?.id ?? null,
      });
  }
  const link = (above: string | null, below: string | null) => {
    const [upper, lower] = [beside.get(above ?? ""), beside.get(below ?? "")];
    if (upper && above) beside.set(above, { ...upper, below });
    if (lower && below) beside.set(below, { ...lower, above });
  };
  const left = new Map<string, Neighbours>();
  let top = board[to][0]?.id ?? null;
  for (const id of ids) {
    const place = beside.get(id);
    if (!place) continue;
    left.set(id, place);
    link(place.above, place.below);
    if (top === id) top = place.below;
    beside.set(id, { above: null, below: top });
    link(id, top);
    top = id;
  }
  return left;
}

/** Counts the recent cards of Done after the moves: those above the first older card that has not moved. */
function recentIn(snapshot: Board & RecentDone, board: Board, placements: Placements): RecentDone {
  const { recentDone } = snapshot;
  if (recentDone === undefined) return {};
  const older = snapshot.Done.slice(recentDone).find(({ id }) => !placements[id]);
  return { recentDone: older ? board.Done.indexOf(older) : board.Done.length };
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

import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type Task, type TaskStatus } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { columnOf, leaveInTurn, moveCards, type Placements, sameCards } from "./moveCards.ts";

// With a fixed seed, every run has the same cases.
fc.configureGlobal({ seed: 20_261_121 });

function task(id: string, status: TaskStatus): Task {
  return {
    ...NEW_TASK,
    id,
    title: `Task ${id}`,
    status,
    created_at: "2026-11-01T00:00:00.000Z",
  };
}

const ids = (board: Board) =>
  Object.fromEntries(TASK_STATUSES.map((status) => [status, board[status].map(({ id }) => id)]));

const anyStatus = fc.constantFrom(...TASK_STATUSES);
const anyBoard = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 })
  .chain((numbers) =>
    fc
      .array(anyStatus, { minLength: numbers.length, maxLength: numbers.length })
      .map((statuses) => {
        const board: Board = { Todo: [], "In Progress": [], Done: [] };
        for (const [index, number] of numbers.entries()) {
          const status = statuses[index] ?? "Todo";
          board[status].push(task(`t${number}`, status));
        }
        return board;
      }),
  );
/** Moves in the order of their requests. Some cards are not on the board. */
const anyMoves = fc.array(
  fc.record({ id: fc.integer({ min: 0, max: 35 }).map((n) => `t${n}`), to: anyStatus }),
  { maxLength: 12 },
);

function placementsOf(moves: { id: string; to: TaskStatus }[]): Placements {
  return Object.fromEntries(moves.map(({ id, to }, at) => [id, { to, at }]));
}

/**
 * The expected board, computed naively: take each card out and put it on top of its column, one
 * move at a time.
 */
function fold(board: Board, moves: { id: string; to: TaskStatus }[]): Board {
  const lists = structuredClone(board);
  const last = moves.filter(
    ({ id }, index) => moves.findLastIndex((move) => move.id === id) === index,
  );
  for (const { id, to } of last) {
    const from = columnOf(lists, id);
    if (!from) continue;
    const [card] = lists[from].splice(
      lists[from].findIndex((item) => item.id === id),
      1,
    );
    if (card) lists[to].unshift({ ...card, status: to });
  }
  return lists;
}

describe("folding moves over a board", () => {
  it("equals applying the moves one by one, and neither loses nor duplicates a card", () => {
    fc.assert(
      fc.property(anyBoard, anyMoves, (board, moves) => {
        const before = structuredClone(board);
        const shown = moveCards(board, placementsOf(moves));
        expect(shown).toEqual(fold(board, moves));
        expect(Object.values(ids(shown)).flat().sort()).toEqual(
          Object.values(ids(board)).flat().sort(),
        );
        expect(board).toEqual(before);
      }),
    );
  });

  it("reuses the objects that no move affects, and reuses card objects between calls", () => {
    fc.assert(
      fc.property(anyBoard, anyMoves, (board, moves) => {
        const placements = placementsOf(moves);
        const first = moveCards(board, placements);
        const again = moveCards(board, { ...placements });
        for (const status of TASK_STATUSES) {
          const touched =
            board[status].some(({ id }) => placements[id]) ||
            moves.some(({ id }) => placements[id]?.to === status && columnOf(board, id));
          if (!touched) expect(first[status]).toBe(board[status]);
          expect(sameCards(first[status], again[status])).toBe(true);
          for (const card of first[status]) {
            if (!placements[card.id]) expect(board[status]).toContain(card);
          }
        }
      }),
    );
  });

  it("returns the same board if there are no moves", () => {
    const board: Board = { Todo: [task("a", "Todo")], "In Progress": [], Done: [] };
    expect(moveCards(board, {})).toBe(board);
    expect(moveCards(board, { stranger: { to: "Done", at: 1 } })).toBe(board);
  });

  it("shows a card once if the server lists it twice", () => {
    const board: Board = {
      Todo: [task("a", "Todo")],
      "In Progress": [task("a", "In Progress")],
      Done: [],
    };
    expect(ids(moveCards(board, { a: { to: "Done", at: 1 } }))).toEqual({
      Todo: [],
      "In Progress": [],
      Done: ["a"],
    });
  });
});

describe("an undone move", () => {
  const column = (...names: string[]) => names.map((id) => task(id, "Todo"));
  const board: Board = {
    Todo: column("a", "b", "c"),
    "In Progress": [],
    Done: [task("x", "Done")],
  };
  const back = (above: string | null, below: string | null, at = 1) =>
    ({ to: "Todo", at, beside: { above, below } }) as const;
  const todo = (snapshot: Board, placements: Placements) =>
    ids(moveCards(snapshot, placements)).Todo;

  it("puts the card back above the card that was below it", () => {
    expect(todo(board, { x: back("a", "b") })).toEqual(["a", "x", "b", "c"]);
    expect(todo(board, { x: back(null, "a") })).toEqual(["x", "a", "b", "c"]);
    expect(todo(board, { x: back("c", null) })).toEqual(["a", "b", "c", "x"]);
  });

  it("puts it below the other neighbour if that card is gone, and on top if both are", () => {
    expect(todo(board, { x: back("b", "gone") })).toEqual(["a", "b", "x", "c"]);
    expect(todo(board, { x: back("gone", "gone too") })).toEqual(["x", "a", "b", "c"]);
  });

  it("finds a neighbour that another undo has put back", () => {
    const done: Board = { ...board, Done: [task("x", "Done"), task("y", "Done")] };
    const placements = { x: back("a", "b", 2), y: back("x", "b", 3) };
    expect(todo(done, placements)).toEqual(["a", "x", "y", "b", "c"]);
  });
});

describe("the recent cards of Done", () => {
  const done = (...names: string[]) => names.map((id) => task(id, "Done"));
  const board = {
    Todo: [task("t", "Todo")],
    "In Progress": [],
    Done: done("a", "b", "c"),
    recentDone: 2,
  };
  const recent = (placements: Placements) => moveCards(board, placements).recentDone;

  it("include cards that move there, and no longer those that leave", () => {
    expect(recent({ t: { to: "Done", at: 1 } })).toBe(3);
    expect(recent({ a: { to: "Todo", at: 1 } })).toBe(1);
    expect(recent({ c: { to: "Todo", at: 1 } })).toBe(2);
  });

  it("are unknown if the server does not count them", () => {
    const { recentDone: _none, ...plain } = board;
    expect(
      moveCards<Board & { recentDone?: number }>(plain, { t: { to: "Done", at: 1 } }).recentDone,
    ).toBe(undefined);
  });
});

it("the cards beside moved cards are those at the time when each card leaves", () => {
  fc.assert(
    fc.property(anyBoard, anyMoves, anyStatus, (board, moves, to) => {
      const ids = [...new Set(moves.map(({ id }) => id))];
      const expected = new Map();
      let now = board;
      for (const [at, id] of ids.entries()) {
        const column = now[columnOf(now, id) ?? "Todo"];
        const index = column.findIndex((card) => card.id === id);
        if (index === -1) continue;
        const [above, below] = [column[index - 1]?.id ?? null, column[index + 1]?.id ?? null];
        expected.set(id, { above, below });
        now = moveCards(now, { [id]: { to, at } });
      }
      expect(leaveInTurn(board, ids, to)).toEqual(expected);
    }),
  );
});

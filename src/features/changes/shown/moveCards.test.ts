import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Board } from "#contract/shapes/board.ts";
import type { Task } from "#contract/shapes/task.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { idsAfter } from "#testing/schedules/checkers/boardOrder.ts";
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
const anyId = fc.integer({ min: 0, max: 35 }).map((n) => `t${n}`);
const plainMove = { id: anyId, to: anyStatus };
const beside = fc.record({ above: fc.option(anyId), below: fc.option(anyId) });
/** Moves in the order of their requests, some of them undone. Some cards are not on the board. */
const anyMoves = fc.oneof(
  fc.array(fc.record(plainMove), { maxLength: 12 }),
  fc.array(fc.record({ ...plainMove, beside }, { requiredKeys: ["id", "to"] }), { maxLength: 12 }),
);

const placementsOf = (moves: ({ id: string } & Omit<Placements[string], "at">)[]): Placements =>
  Object.fromEntries(moves.map(({ id, ...move }, at) => [id, { ...move, at }]));

describe("folding moves over a board", () => {
  it("equals applying the moves one by one, and an undone move puts its card back beside its neighbours", () => {
    fc.assert(
      fc.property(anyBoard, anyMoves, (board, moves) => {
        const before = structuredClone(board);
        const placements = placementsOf(moves);
        const shown = moveCards(board, placements);
        const expected = idsAfter(
          Object.values(board).flat(),
          Object.entries(placements).map(([id, move]) =>
            Object.assign({ id, value: move.to }, move),
          ),
        );
        expect(Object.values(ids(shown)).flat()).toEqual(expected);
        for (const status of TASK_STATUSES)
          expect(shown[status].filter((card) => card.status !== status)).toEqual([]);
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

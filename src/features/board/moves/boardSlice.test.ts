import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { Board } from "#contract/board.ts";
import type { Task, TaskStatus } from "#contract/task.ts";
import { NO_EDITS } from "#features/board/edits/editsState.ts";
import {
  selectSendableMoves,
  selectUnsettledMoves,
} from "#features/board/sending/sendSelectors.ts";
import { type ConnectionState, connectionRestored } from "#sync/connection/connectionSlice.ts";
import type { WithBoard } from "./boardSelectors.ts";
import {
  boardSlice,
  dragEnded,
  dragStarted,
  moveConfirmed,
  moveRejected,
  moveRequested,
  moveSent,
  movesDiscarded,
  movesRestored,
  moveUnanswered,
} from "./boardSlice.ts";
import type { BoardState } from "./boardState.ts";
import { MAX_UNDOABLE_MOVES } from "./undo.ts";

const boardReducer = boardSlice.reducer;
const start = boardReducer(undefined, { type: "start" });
const after = (...actions: UnknownAction[]): BoardState => actions.reduce(boardReducer, start);

const ask = (cardId: string, to: TaskStatus, from: TaskStatus | null = "Todo") =>
  moveRequested({ cardId, title: cardId, from, to, by: "menu" });

const task = (id: string, status: TaskStatus): Task => ({
  id,
  title: id,
  description: "",
  status,
  priority: "Low",
  due_date: null,
  assignee_id: null,
  team_id: null,
  created_at: "",
});

/** The part of the store that the selectors read. */
const rootWith = (board: BoardState, status: ConnectionState["status"] = "online"): WithBoard => ({
  api: api.reducer(undefined, { type: "start" }),
  board,
  edits: NO_EDITS,
  connection: { status, isBusy: false, returns: 0 },
});

const NOTHING: Board = { Todo: [], "In Progress": [], Done: [] };

/** The action that RTK Query dispatches for GET /api/kanban/board. */
const call = (
  outcome: "pending" | "fulfilled" | "rejected",
  requestId: string,
  payload?: Board,
) => ({
  type: `api/executeQuery/${outcome}`,
  payload,
  meta: { requestId, requestStatus: outcome, arg: { type: "query", endpointName: "getBoard" } },
});

describe("the board slice", () => {
  it("sends only the newest intent of a card, after the move in flight", () => {
    const asked = after(ask("a", "Done"));
    const at = asked.clock;
    const twice = [moveSent({ cardId: "a", at }), ask("a", "In Progress"), ask("a", "Todo")].reduce(
      boardReducer,
      asked,
    );
    expect(twice.moves.a).toMatchObject({
      phase: "superseded",
      sent: { to: "Done" },
      want: { to: "Todo" },
    });
    const next = boardReducer(twice, moveConfirmed({ cardId: "a", at }));
    expect(next.moves.a).toMatchObject({
      phase: "queued",
      known: { to: "Done" },
      want: { to: "Todo" },
    });
  });

  it("drops a confirmed move when a board requested after it arrives, not one requested before", () => {
    const sending = after(
      ask("a", "Done"),
      moveSent({ cardId: "a", at: 1 }),
      call("pending", "early"),
    );
    const confirmed = [
      moveConfirmed({ cardId: "a", at: 1 }),
      call("fulfilled", "early", NOTHING),
    ].reduce(boardReducer, sending);
    expect(confirmed.moves.a?.phase).toBe("confirmed");
    expect(
      [call("pending", "late"), call("fulfilled", "late", NOTHING)].reduce(boardReducer, confirmed)
        .moves,
    ).toEqual({});
  });

  it("a failed board request leaves the moves unchanged", () => {
    const state = after(ask("a", "Done"), call("pending", "x"), call("rejected", "x"));
    expect(state.requested).toEqual({});
    expect(state.moves.a?.phase).toBe("queued");
  });

  it("ignores a move to the column where the card is shown", () => {
    expect(after(ask("a", "Todo")).moves).toEqual({});
    const asked = after(ask("a", "Done"));
    expect(boardReducer(asked, ask("a", "Done")).moves).toEqual(asked.moves);
  });

  it("ends a drag with or without a move", () => {
    const dragging = after(dragStarted({ cardId: "a" }));
    expect(dragging.drag).toEqual({ phase: "dragging", cardId: "a" });
    expect(boardReducer(dragging, dragEnded()).drag).toEqual({ phase: "idle" });
    const dropped = moveRequested({
      cardId: "a",
      title: "a",
      from: "Todo",
      to: "Done",
      by: "pointer",
    });
    expect(boardReducer(dragging, dropped)).toMatchObject({
      drag: { phase: "idle" },
      landed: { cardId: "a", by: "pointer" },
      moves: { a: { phase: "queued" } },
    });
  });

  it("reports where a rejected card returned to, unless a newer move of it waits", () => {
    const sending = after(ask("a", "Done"), moveSent({ cardId: "a", at: 1 }));
    const refused = moveRejected({ cardId: "a", at: 1 });
    expect(boardReducer(sending, refused).landed).toMatchObject({ cardId: "a", by: "rejection" });
    const superseded = boardReducer(sending, ask("a", "In Progress"));
    expect(boardReducer(superseded, refused).landed).toEqual(superseded.landed);
  });

  it("a new session starts without moves, and ignores responses to the previous session's moves", () => {
    const asked = after(ask("a", "Done"), moveSent({ cardId: "a", at: 1 }));
    const reset = boardReducer(asked, api.util.resetApiState());
    expect(reset).toMatchObject({ moves: {}, requested: {}, landed: null });
    expect(boardReducer(reset, moveConfirmed({ cardId: "a", at: 1 })).moves).toEqual({});
  });

  it("shows a move with an unknown outcome until a board resolves it, and drops the undo of a failed move", () => {
    const unsure = after(
      ask("a", "Done"),
      moveSent({ cardId: "a", at: 1 }),
      moveUnanswered({ cardId: "a", at: 1 }),
    );
    expect(unsure.moves.a).toMatchObject({ phase: "unsure", sent: { to: "Done" } });
    expect(unsure.history).toHaveLength(1);
    const board: Board = { ...NOTHING, Todo: [task("a", "Todo")] };
    const told = [call("pending", "x"), call("fulfilled", "x", board)].reduce(boardReducer, unsure);
    expect(told).toMatchObject({ moves: {}, history: [], landed: { by: "rejection" } });
  });

  it("restores stored moves in their order, unless this page has a newer move of the card", () => {
    const kept = (cardId: string, at: number, sent = false) =>
      ({ cardId, title: cardId, from: "Todo", to: "Done", at, sent }) as const;
    const state = after(
      ask("b", "In Progress"),
      movesRestored([kept("c", 9), kept("a", 4, true), kept("b", 5)]),
    );
    expect(state.moves).toMatchObject({
      a: { phase: "unsure" },
      b: { phase: "queued", want: { to: "In Progress" } },
      c: { phase: "queued" },
    });
    expect(selectUnsettledMoves(rootWith(state)).map(({ cardId, sent }) => [cardId, sent])).toEqual(
      [
        ["b", false],
        ["a", true],
        ["c", false],
      ],
    );
    expect(boardReducer(state, movesDiscarded())).toMatchObject({ moves: {}, history: [] });
  });

  it("selects the moves to store: the newest intent, and the card's origin if it is known", () => {
    const sending = after(ask("a", "Done"), moveSent({ cardId: "a", at: 1 }));
    expect(selectUnsettledMoves(rootWith(sending))).toEqual([
      {
        cardId: "a",
        title: "a",
        from: "Todo",
        to: "Done",
        at: 1,
        when: expect.any(Number),
        sent: true,
        undo: { from: "Todo", group: 1 },
      },
    ]);
    const superseded = boardReducer(sending, ask("a", "Todo"));
    expect(selectUnsettledMoves(rootWith(superseded))).toMatchObject([
      { from: null, to: "Todo", sent: false },
    ]);
    expect(selectUnsettledMoves(rootWith(after()))).toEqual([]);
  });

  it("sends one move at a time after an outage, in the order of the user's moves", () => {
    const asked = after(ask("b", "Done"), ask("a", "Done"));
    const sendable = (state: BoardState) =>
      selectSendableMoves(rootWith(state)).map(({ cardId }) => cardId);
    expect(sendable(asked)).toEqual(["b", "a"]);
    const back = [connectionRestored(), ask("c", "Done")].reduce(boardReducer, asked);
    expect(sendable(back)).toEqual(["b"]);
    const first = boardReducer(back, moveSent({ cardId: "b", at: 1 }));
    expect(sendable(first)).toEqual([]);
    const second = boardReducer(first, moveConfirmed({ cardId: "b", at: 1 }));
    expect(sendable(second)).toEqual(["a"]);
    const third = [moveSent({ cardId: "a", at: 2 }), moveRejected({ cardId: "a", at: 2 })];
    expect(sendable(third.reduce(boardReducer, second))).toEqual(["c"]);
    expect(selectSendableMoves(rootWith(asked, "offline"))).toEqual([]);
  });

  it("limits the number of undoable moves", () => {
    const many = Array.from({ length: MAX_UNDOABLE_MOVES + 5 }, (_, index) =>
      ask(`card ${index}`, "Done"),
    );
    const { history } = after(...many);
    expect(history).toHaveLength(MAX_UNDOABLE_MOVES);
    expect(history.at(-1)?.cardId).toBe(`card ${MAX_UNDOABLE_MOVES + 4}`);
  });
});

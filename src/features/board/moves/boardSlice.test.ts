import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import type { Board } from "#contract/board.ts";
import type { Task, TaskStatus } from "#contract/task.ts";
import { type ConnectionState, connectionRestored } from "#sync/connection/connectionSlice.ts";
import { selectSendable, selectUnsettledMoves, type WithBoard } from "./boardSelectors.ts";
import {
  type BoardState,
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

/** What the selectors read of the store. */
const rootWith = (board: BoardState, status: ConnectionState["status"] = "online"): WithBoard => ({
  api: api.reducer(undefined, { type: "start" }),
  board,
  connection: { status, returns: 0 },
});

const NOTHING: Board = { Todo: [], "In Progress": [], Done: [] };

/** What RTK Query dispatches around GET /api/kanban/board. */
const call = (
  outcome: "pending" | "fulfilled" | "rejected",
  requestId: string,
  payload?: Board,
) => ({
  type: `api/executeQuery/${outcome}`,
  payload,
  meta: { requestId, requestStatus: outcome, arg: { type: "query", endpointName: "getBoard" } },
});

describe("the board's state", () => {
  it("sends the newest intent only, and the newest last", () => {
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

  it("forgets a confirmed move when a board arrives that was asked for after it, not before", () => {
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

  it("keeps nothing of a board that failed to load", () => {
    const state = after(ask("a", "Done"), call("pending", "x"), call("rejected", "x"));
    expect(state.requested).toEqual({});
    expect(state.moves.a?.phase).toBe("queued");
  });

  it("ignores a move to where the card is shown", () => {
    expect(after(ask("a", "Todo")).moves).toEqual({});
    const asked = after(ask("a", "Done"));
    expect(boardReducer(asked, ask("a", "Done")).moves).toEqual(asked.moves);
  });

  it("ends a drag with the move that it makes, or without one", () => {
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

  it("says where a refused card came back, and nothing while a newer move of it waits", () => {
    const sending = after(ask("a", "Done"), moveSent({ cardId: "a", at: 1 }));
    const refused = moveRejected({ cardId: "a", at: 1 });
    expect(boardReducer(sending, refused).landed).toMatchObject({ cardId: "a", by: "rejection" });
    const superseded = boardReducer(sending, ask("a", "In Progress"));
    expect(boardReducer(superseded, refused).landed).toEqual(superseded.landed);
  });

  it("passes no move on to the next session, and takes no answer of the last one", () => {
    const asked = after(ask("a", "Done"), moveSent({ cardId: "a", at: 1 }));
    const reset = boardReducer(asked, api.util.resetApiState());
    expect(reset).toMatchObject({ moves: {}, requested: {}, landed: null });
    expect(boardReducer(reset, moveConfirmed({ cardId: "a", at: 1 })).moves).toEqual({});
  });

  it("shows a move whose answer was lost until a board tells, and forgets to undo what came to nothing", () => {
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

  it("takes up moves that were kept, in their order, unless this page knows newer ones", () => {
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

  it("hands out what is to be kept: the newest intent, and where the card came from if that is sure", () => {
    const sending = after(ask("a", "Done"), moveSent({ cardId: "a", at: 1 }));
    expect(selectUnsettledMoves(rootWith(sending))).toEqual([
      { cardId: "a", title: "a", from: "Todo", to: "Done", at: 1, sent: true },
    ]);
    const superseded = boardReducer(sending, ask("a", "Todo"));
    expect(selectUnsettledMoves(rootWith(superseded))).toMatchObject([
      { from: null, to: "Todo", sent: false },
    ]);
    expect(selectUnsettledMoves(rootWith(after()))).toEqual([]);
  });

  it("after an outage sends one move at a time, in the order in which they were asked for", () => {
    const asked = after(ask("b", "Done"), ask("a", "Done"));
    const sendable = (state: BoardState) =>
      selectSendable(rootWith(state)).map(({ cardId }) => cardId);
    expect(sendable(asked)).toEqual(["b", "a"]);
    const back = [connectionRestored(), ask("c", "Done")].reduce(boardReducer, asked);
    expect(sendable(back)).toEqual(["b"]);
    const first = boardReducer(back, moveSent({ cardId: "b", at: 1 }));
    expect(sendable(first)).toEqual([]);
    const second = boardReducer(first, moveConfirmed({ cardId: "b", at: 1 }));
    expect(sendable(second)).toEqual(["a"]);
    const third = [moveSent({ cardId: "a", at: 2 }), moveRejected({ cardId: "a", at: 2 })];
    expect(sendable(third.reduce(boardReducer, second))).toEqual(["c"]);
    expect(selectSendable(rootWith(asked, "offline"))).toEqual([]);
  });

  it("remembers a bounded number of moves", () => {
    const many = Array.from({ length: MAX_UNDOABLE_MOVES + 5 }, (_, index) =>
      ask(`card ${index}`, "Done"),
    );
    const { history } = after(...many);
    expect(history).toHaveLength(MAX_UNDOABLE_MOVES);
    expect(history.at(-1)?.cardId).toBe(`card ${MAX_UNDOABLE_MOVES + 4}`);
  });
});

import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import type { Board } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import { api } from "#api/api.ts";
import {
  type BoardState,
  boardSlice,
  dragEnded,
  dragStarted,
  moveConfirmed,
  moveRejected,
  moveRequested,
  moveSent,
} from "./boardSlice.ts";

const boardReducer = boardSlice.reducer;
const start = boardReducer(undefined, { type: "start" });
const after = (...actions: UnknownAction[]): BoardState => actions.reduce(boardReducer, start);

const ask = (cardId: string, to: TaskStatus, from: TaskStatus | null = "Todo") =>
  moveRequested({ cardId, title: cardId, from, to, by: "menu" });

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
});

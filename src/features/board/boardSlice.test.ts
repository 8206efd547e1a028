import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import fc from "fast-check";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
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
import { type Intent, shownAt } from "./moveMachine.ts";
import { project, statusOf } from "./project.ts";

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

/** The app and a server, with every message between them delivered when the schedule says so. */
class World {
  state = start;
  log: UnknownAction[] = [];
  server = new Map<string, TaskStatus>([
    ["a", "Todo"],
    ["b", "Todo"],
    ["c", "Done"],
  ]);
  snapshot = this.read();
  patches: { cardId: string; at: number; to: TaskStatus; acted: boolean | null }[] = [];
  get: { id: string; board: Board | null } | null = null;
  /** What each card was last asked to be, as long as nothing has overruled it. */
  wishes = new Map<string, { to: TaskStatus; confirmed: number | null }>();
  /** Steps so far; a get remembers the step at which it was asked for. */
  step = 0;
  getAsked = 0;

  read(): Board {
    const board: Board = { Todo: [], "In Progress": [], Done: [] };
    for (const [id, status] of this.server) {
      board[status].push({
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
    }
    return board;
  }

  dispatch(action: UnknownAction): void {
    this.log.push(action);
    this.state = boardReducer(this.state, action);
  }

  shown(): Board {
    const placements: Record<string, Intent> = {};
    for (const [id, move] of Object.entries(this.state.moves)) {
      const place = shownAt(move);
      if (place) placements[id] = place;
    }
    return project(this.snapshot, placements);
  }

  /** What the listener does: sends what is queued. */
  pump(cardId: string): void {
    const move = this.state.moves[cardId];
    if (move?.phase !== "queued") return;
    const { at, to } = move.want;
    this.dispatch(moveSent({ cardId, at }));
    this.patches.push({ cardId, at, to, acted: null });
  }

  move(cardId: string, to: TaskStatus): void {
    if (statusOf(this.shown(), cardId) !== to) this.wishes.set(cardId, { to, confirmed: null });
    const from = statusOf(this.snapshot, cardId);
    this.dispatch(moveRequested({ cardId, title: cardId, from, to, by: "menu" }));
    this.pump(cardId);
  }

  /** The server carries a request out, or fails. */
  act(index: number, ok: boolean): void {
    const waiting = this.patches.filter((patch) => patch.acted === null);
    const patch = waiting[index % waiting.length];
    if (!patch) return;
    patch.acted = ok;
    if (ok) this.server.set(patch.cardId, patch.to);
  }

  answer(index: number): void {
    const acted = this.patches.filter((patch) => patch.acted !== null);
    const patch = acted[index % acted.length];
    if (!patch) return;
    this.patches.splice(this.patches.indexOf(patch), 1);
    const { cardId, at } = patch;
    const last = this.state.moves[cardId]?.phase === "sending";
    if (patch.acted) {
      this.dispatch(moveConfirmed({ cardId, at }));
      const wish = this.wishes.get(cardId);
      if (last && wish) wish.confirmed = this.step;
    } else {
      this.dispatch(moveRejected({ cardId, at }));
      if (last) this.wishes.delete(cardId);
      if (this.get) this.dispatch(call("rejected", this.get.id));
      this.get = null;
      this.request();
    }
    this.pump(cardId);
  }

  request(): void {
    if (this.get) return;
    this.get = { id: `get${this.step}`, board: null };
    this.getAsked = this.step;
    this.dispatch(call("pending", this.get.id));
  }

  readBoard(): void {
    if (this.get && !this.get.board) this.get.board = this.read();
  }

  arrive(): void {
    if (!this.get?.board) return;
    this.snapshot = this.get.board;
    this.dispatch(call("fulfilled", this.get.id, this.get.board));
    this.get = null;
    for (const [cardId, wish] of this.wishes) {
      if (wish.confirmed !== null && wish.confirmed < this.getAsked) this.wishes.delete(cardId);
    }
  }

  settle(): void {
    while (this.patches.length > 0) {
      this.step++;
      this.act(0, true);
      this.answer(0);
    }
    for (const fetch of [1, 2]) {
      this.step += fetch;
      this.request();
      this.readBoard();
      this.arrive();
    }
  }
}

const card = fc.constantFrom("a", "b", "c");
const status = fc.constantFrom(...TASK_STATUSES);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("move" as const), card, status }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("act" as const), index: fc.nat(5), ok: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("answer" as const), index: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("request" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("readBoard" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("arrive" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("other" as const), card, status }) },
);

it("shows what was last asked for at every step, and what the server has at rest", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const world = new World();
      for (const next of steps) {
        world.step++;
        if (next.do === "move") world.move(next.card, next.status);
        else if (next.do === "act") world.act(next.index, next.ok);
        else if (next.do === "answer") world.answer(next.index);
        else if (next.do === "other") world.server.set(next.card, next.status);
        else world[next.do]();

        const shown = world.shown();
        const cards = TASK_STATUSES.flatMap((column) => shown[column].map(({ id }) => id));
        expect(cards.toSorted()).toEqual(["a", "b", "c"]);
        for (const [id, { to }] of world.wishes)
          expect([id, statusOf(shown, id)]).toEqual([id, to]);
        const busy = world.patches.map(({ cardId }) => cardId);
        expect(new Set(busy).size).toBe(busy.length);
      }

      // The server has yet to act on these, and does so now: the last one wins.
      const open = [...world.wishes].filter(([id]) => {
        const phase = world.state.moves[id]?.phase;
        const decided = world.patches.some((patch) => patch.cardId === id && patch.acted !== null);
        return phase === "superseded" || (phase === "sending" && !decided);
      });
      world.settle();
      expect(world.state.moves).toEqual({});
      expect(world.shown()).toEqual(world.read());
      for (const [id, { to }] of open) expect([id, world.server.get(id)]).toEqual([id, to]);
      expect(world.log.reduce(boardReducer, start)).toEqual(world.state);
    }),
    { numRuns: 2000 },
  );
});

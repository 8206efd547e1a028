import { describe, expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import fc from "fast-check";
import { api } from "#api/api.ts";
import { removeQuery } from "#api/rtkInternals.ts";
import { dragEnded, dragStarted } from "#features/board/data/boardSlice.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { one, query, request, send, stateAfter } from "#testing/changes.ts";
import { NO_CHANGES, type StoredChange } from "./change.ts";
import { allDiscarded, changesSlice, otherUserArrived, refused, resolved } from "./changesSlice.ts";
import { confirmed, discarded, doubted, restored, wholeSlice } from "./wholeSlice.ts";

const entriesAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.entries;
const historyAfter = (...actions: UnknownAction[]) => stateAfter(...actions).changes.history;

const lose = (id: string, at: number) => doubted({ ...one(id, at), isUnapplied: false });

describe("a requested change", () => {
  it("changes nothing if the server has its value, or if it was requested before", () => {
    expect(entriesAfter(request("a", "Todo", 1))).toEqual({});
    const first = request("a", "Done", 1);
    expect(entriesAfter(first, request("a", "Done", 2))).toEqual(entriesAfter(first));
  });

  it("is read after an outage, because others may have changed it; a running move is not", () => {
    const edit = request("a", "High", 1, { what: "priority", shown: "Low", from: "Low" });
    const moves = [request("b", "Done", 2), request("c", "Done", 3), send("c", 3)];
    const back = entriesAfter(edit, ...moves, connectionRestored());
    expect(back).toMatchObject({
      a: { priority: { phase: "unsure" } },
      b: { status: { phase: "unsure" } },
      c: { status: { phase: "sending" } },
    });
  });
});

describe("a confirmed change", () => {
  /** A query was sent, and its response has arrived. Moves the clock by 1. */
  const load = (requestId: string, endpoint?: string, id?: string) => [
    query("pending", requestId, endpoint, id),
    query("fulfilled", requestId, endpoint, id),
  ];
  const loadList = () => load("list", "searchTasks");
  const done = [request("a", "Done", 9), send("a", 9), confirmed(one("a", 9))];
  const isShown = (...actions: UnknownAction[]) => entriesAfter(...actions).a === undefined;

  it("ends when every cached response was requested after it", () => {
    const all = [...load("board"), ...loadList(), ...done];
    expect(isShown(...all)).toBe(false);
    expect(isShown(...all, ...load("board"))).toBe(false);
    expect(isShown(...all, ...load("board"), ...loadList())).toBe(true);
  });

  it("stays over a response that was requested before it, and arrives after it", () => {
    const all = [query("pending", "early"), ...load("board"), ...done];
    expect(isShown(...all, query("fulfilled", "early"))).toBe(false);
    expect(isShown(...all, query("fulfilled", "early"), ...load("late"))).toBe(true);
  });

  it("doesn't wait for a response with another task, or for one that leaves the cache", () => {
    const other = [...load("b", "getTask", "b"), ...loadList(), ...done];
    expect(isShown(...other)).toBe(false);
    const gone = removeQuery("searchTasks(undefined)");
    expect(isShown(...other, gone)).toBe(true);
    expect(isShown(...load("a", "getTask", "a"), ...done)).toBe(false);
  });
});

describe("a change that fails", () => {
  const sending = [request("a", "Done", 1), send("a", 1)];
  const refusal = refused({ ...one("a", 1), isLast: true });

  it("leaves the history, and the board notes where its card has landed", () => {
    expect(historyAfter(...sending)).toHaveLength(1);
    const { changes, board } = stateAfter(...sending, refusal);
    expect(changes).toMatchObject({ entries: {}, history: [] });
    expect(board.landed).toEqual({ cardId: "a", by: "rejection", at: 1 });
  });

  it("stays in the history, and its card where it is, while a newer move waits", () => {
    const superseded = [...sending, request("a", "In Progress", 3)];
    const { changes, board } = stateAfter(
      ...superseded,
      refused({ ...one("a", 1), isLast: false }),
    );
    expect(changes.history.map(({ at }) => at)).toEqual([1, 3]);
    expect(board.landed).toMatchObject({ by: "menu", at: 3 });
  });

  it("after a lost response, is shown until the task is read", () => {
    const unsure = [...sending, lose("a", 1)];
    expect(entriesAfter(...unsure).a?.status).toMatchObject({ phase: "unsure" });
    const move = { id: "a", what: "status", at: 1, value: "In Progress" } as const;
    const read = (outcome: "applied" | "overtaken") =>
      resolved({ changes: [{ ...move, outcome }], requested: 9 });
    const { changes, board } = stateAfter(...unsure, read("overtaken"));
    expect(changes).toMatchObject({ entries: {}, history: [] });
    expect(board.landed).toMatchObject({ cardId: "a", by: "rejection" });
    expect(historyAfter(...unsure, read("applied"))).toHaveLength(1);
  });

  it("is replaced by the value that was read, if the server then refuses its undo", () => {
    const done = { id: "a", what: "status", at: 1, value: "Done", isTask: true } as const;
    const read = resolved({ changes: [{ ...done, outcome: "unapplied" }], requested: 9 });
    const no = refused({ ...one("a", 1), isLast: true });
    const board = [query("pending", "board"), query("fulfilled", "board")];
    const undo = [...board, ...sending, lose("a", 1), read, send("a", 1)];
    const { status } = entriesAfter(...undo, no).a ?? {};
    expect(status).toMatchObject({ phase: "confirmed", known: { value: "Done" } });
  });

  it("stays as a refused new task until the user discards it", () => {
    const task = { status: "Todo", assignee_id: null } as const;
    const line = [request("k", "Mow", 1, { what: "new", task }), send("k", 1, "new")];
    const no = refused({ ...one("k", 1, "new"), isLast: true, reason: "Too long" });
    expect(entriesAfter(...line, no).k?.new).toMatchObject({
      phase: "refused",
      reason: "Too long",
    });
    expect(entriesAfter(...line, no, discarded({ id: "k" }))).toEqual({});
  });
});

it("both reducers agree until the later part arrives", () => {
  const value = fc.constantFrom("Todo", "In Progress", "Done");
  const id = fc.constantFrom("a", "b");
  const requestId = fc.constantFrom("r", "s");
  const end = fc.constantFrom("pending", "fulfilled", "rejected");
  const endpoint = fc.constantFrom("getBoard", "searchTasks", "getTask");
  /** An action that is possible before, by the clock. */
  const action = fc.oneof(
    fc
      .record({ id, value, what: fc.constantFrom("status", "priority", "new"), from: value })
      .map(({ what, from, ...task }) => (at: number) => {
        const more = { what: what as "status", shown: from, from };
        return request(task.id, task.value, at, more);
      }),
    fc.tuple(end, requestId, endpoint, id).map(
      ([phase, requestedBy, name, arg]) =>
        () =>
          query(phase, requestedBy, name, arg),
    ),
    fc
      .constantFrom(
        connectionRestored(),
        removeQuery("getTask(a)"),
        allDiscarded(),
        otherUserArrived(),
        api.util.resetApiState(),
      )
      .map((other) => () => other),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      let [first, whole] = [NO_CHANGES, NO_CHANGES];
      for (const make of actions) {
        const next = make(first.clock + 1);
        first = changesSlice.reducer(first, next);
        whole = wholeSlice.reducer(whole, next);
        expect(first).toEqual(whole);
      }
    }),
  );
});

describe("a drag", () => {
  it("ends with or without a move", () => {
    const lifted = dragStarted({ cardId: "a" });
    expect(stateAfter(lifted).board.drag).toEqual({ phase: "dragging", cardId: "a" });
    expect(stateAfter(lifted, dragEnded()).board.drag).toEqual({ phase: "idle" });
    expect(stateAfter(lifted, request("a", "Done", 1, { by: "pointer" })).board).toMatchObject({
      drag: { phase: "idle" },
      landed: { cardId: "a", by: "pointer" },
    });
  });

  it("continues during a move by a menu, or the change of another field", () => {
    const changes = [request("b", "Done", 1), request("c", "High", 2, { what: "priority" })];
    const { drag, landed } = stateAfter(dragStarted({ cardId: "a" }), ...changes).board;
    expect(drag.phase).toBe("dragging");
    expect(landed).toMatchObject({ cardId: "b" });
  });
});

it.each([api.util.resetApiState(), otherUserArrived(), allDiscarded()])(
  "$type: leaves no changes, and later responses to them change nothing",
  (end) => {
    const before = stateAfter(request("a", "Done", 1), send("a", 1));
    const { changes } = stateAfter(request("a", "Done", 1), send("a", 1), end);
    // Times of the former changes are not used again.
    expect(changes).toEqual({ ...NO_CHANGES, clock: before.changes.clock });
    const late = [confirmed(one("a", 1)), lose("a", 1), refused({ ...one("a", 1), isLast: true })];
    expect(entriesAfter(request("a", "Done", 1), send("a", 1), end, ...late)).toEqual({});
  },
);

describe("restored changes", () => {
  const stored = (id: string, at: number, more: Partial<StoredChange> = {}): StoredChange => ({
    id,
    what: "status",
    want: { value: "Done", title: id, at, when: at, group: at },
    from: ["Todo"],
    isSent: false,
    undo: { from: "Todo" },
    ...more,
  });
  const restore = (...changes: StoredChange[]) => restored({ changes, history: [], cached: {} });

  it("keep their order, and follow the changes of this page", () => {
    const { entries, history } = stateAfter(
      request("d", "In Progress", 1),
      restore(stored("c", 9), stored("a", 4, { isSent: true })),
    ).changes;
    expect(entries).toMatchObject({
      a: { status: { phase: "unsure", sent: { at: 2 } } },
      c: { status: { phase: "queued", want: { at: 3 } } },
    });
    expect(history.map(({ id }) => id)).toEqual(["d", "a", "c"]);
  });

  it("that were requested together are undone together", () => {
    const group = (id: string, at: number, of: number) => {
      const { want, ...rest } = stored(id, at);
      return { ...rest, want: { ...want, group: of } };
    };
    const history = historyAfter(restore(group("a", 4, 4), group("b", 5, 4), group("c", 6, 6)));
    const [a, b, c] = history.map((done) => done.group);
    expect([a === b, b === c]).toEqual([true, false]);
  });

  it("without the former value can't be undone", () => {
    const { undo: _none, ...change } = stored("a", 4);
    expect(historyAfter(restore(change))).toEqual([]);
  });

  it("include new tasks that the server has refused, also those of version 0.3, which were not marked as sent", () => {
    const want = {
      ...stored("k", 4).want,
      value: "Mow",
      task: { status: "Todo", assignee_id: null } as const,
    };
    for (const isSent of [true, false]) {
      const line = stored("k", 4, { what: "new", want, from: [], isSent, reason: "Too long" });
      const refusal = { phase: "refused", reason: "Too long", want: { value: "Mow" } };
      expect(entriesAfter(restore(line)).k?.new).toMatchObject(refusal);
    }
  });
});

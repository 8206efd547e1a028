import { describe, expect, it } from "@jest/globals";
import {
  type DoneChange,
  MAX_UNDOABLE_GROUPS,
  newestGroup,
  withDone,
  withoutFailed,
  withUndone,
} from "./history.ts";

const done = (at: number, more: Partial<DoneChange> = {}): DoneChange => ({
  id: "a",
  what: "status",
  title: "Feed the cat",
  from: "Todo",
  to: "Done",
  at,
  group: at,
  undoneAt: null,
  ...more,
});

const failed = (at: number) => ({ id: "a", what: "status", at }) as const;

const times = (history: readonly DoneChange[]) => history.map(({ at }) => at);

describe("the history of changes", () => {
  it("keeps the newest groups, and drops the oldest as a whole", () => {
    let history: DoneChange[] = [];
    for (const at of Array.from({ length: MAX_UNDOABLE_GROUPS * 2 }, (_, index) => index)) {
      history = withDone(history, [done(at, { group: Math.floor(at / 2) })]);
    }
    expect(history).toHaveLength(MAX_UNDOABLE_GROUPS * 2);
    expect(times(withDone(history, [done(999)]))).toEqual([...times(history).slice(2), 999]);
  });

  it("undoes the newest changes that were requested together and not undone", () => {
    const history = [done(1), done(2, { group: 2 }), done(3, { group: 2 })];
    expect(times(newestGroup(history))).toEqual([2, 3]);
    expect(times(newestGroup(withUndone(history, new Map([[2, 9]]))))).toEqual([3]);
    const undone = new Map([
      [2, 9],
      [3, 10],
    ]);
    expect(times(newestGroup(withUndone(history, undone)))).toEqual([1]);
    expect(newestGroup([])).toEqual([]);
  });

  it("loses a failed change and the later ones of the same field, but no others", () => {
    const others = [done(4, { id: "b" }), done(5, { what: "priority" })];
    const history = [done(1), done(2), done(3), ...others];
    expect(times(withoutFailed(history, [failed(2)]))).toEqual([1, 4, 5]);
  });

  it("offers a change again if its undo fails", () => {
    const undone = withUndone([done(1)], new Map([[1, 2]]));
    expect(withoutFailed(undone, [failed(2)])).toEqual([done(1)]);
    expect(withoutFailed(undone, [failed(3)])).toEqual(undone);
  });
});

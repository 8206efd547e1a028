import { describe, expect, test } from "@jest/globals";
import type { StoredChange } from "#features/changes/queue/change.ts";
import { parseStored } from "./storedChange.ts";

const want = { value: "Done", title: "Feed the cat", at: 4, when: 5, group: 3 };
const move: StoredChange = { id: "1", what: "status", want, from: ["Todo"], isSent: false };
const newTask: StoredChange = {
  id: "k",
  what: "new",
  want: { ...want, value: "Mow", task: { status: "Todo", assignee_id: null } },
  from: [],
  isSent: true,
};

const FULL = {
  status: "Todo",
  assignee_id: "u",
  due_date: "2026-03-12",
  priority: "High",
} as const;

const parse = (...list: unknown[]) => parseStored(JSON.stringify(list));

describe("a stored list", () => {
  test("is read as it was stored", () => {
    const leaves = { above: null, below: "2" };
    const all: StoredChange[] = [
      move,
      { ...move, undo: { from: "Todo", leaves }, want: { ...want, beside: leaves, undoes: 2 } },
      { ...move, what: "due_date", want: { ...want, value: null, etag: '"1"' }, from: [null, "x"] },
      newTask,
      { ...newTask, reason: "Too long" },
      { ...newTask, want: { ...newTask.want, task: FULL } },
    ];
    expect(parse(...all)).toEqual(all);
  });

  test.each([null, "", "{", "null", "{}", "1"])("is empty if it is invalid: %j", (json) => {
    expect(parseStored(json)).toEqual([]);
  });

  test.each<unknown>([
    null,
    1,
    {},
    { ...move, id: 1 },
    { ...move, what: "color" },
    { ...move, from: "Todo" },
    { ...move, from: [1] },
    { ...move, isSent: "no" },
    { ...move, reason: 1 },
    { ...move, undo: {} },
    { ...move, undo: { from: "Todo", leaves: {} } },
    { ...move, want: null },
    { ...move, want: { ...want, value: "Gone" } },
    { ...move, want: { ...want, at: "4" } },
    { ...move, want: { ...want, beside: "top" } },
    { ...move, want: { ...want, etag: 1 } },
    { ...move, want: { ...want, undoes: "2" } },
    { ...move, want: newTask.want },
    { ...newTask, want },
    { ...newTask, want: { ...want, task: { status: "Gone", assignee_id: null } } },
    { ...newTask, want: { ...want, task: { ...FULL, priority: "Urgent" } } },
    { ...newTask, want: { ...want, task: { ...FULL, due_date: 1 } } },
  ])("loses only its invalid changes: %j", (invalid) => {
    expect(parse(move, invalid, newTask)).toEqual([move, newTask]);
  });
});

describe("the formats of version 0.3", () => {
  const common = { title: "Feed the cat", at: 4, when: 5, sent: false };

  test("a move is read first, because others may have moved the card since", () => {
    const former = { ...common, cardId: "1", from: "Todo", to: "Done" };
    const leaves = { above: null, below: "2" };
    const plain = { ...move, want: { ...want, group: 4 }, isSent: true };
    expect(parse(former)).toEqual([plain]);
    expect(parse({ ...former, from: null, sent: true })).toEqual([{ ...plain, from: [] }]);
    expect(
      parse({ ...former, beside: leaves, undo: { from: "Todo", leaves, group: 3 } }),
    ).toMatchObject([
      { ...plain, want: { ...want, beside: leaves }, undo: { from: "Todo", leaves } },
    ]);
    expect(parse({ ...former, to: "Gone" })).toEqual([]);
  });

  test("an edit is read first, because others may have changed the field since", () => {
    const former = { ...common, taskId: "1", field: "due_date", value: "2026-01-01", base: null };
    const edit: StoredChange = {
      id: "1",
      what: "due_date",
      want: { ...want, value: "2026-01-01", group: 4 },
      from: [null],
      isSent: true,
      undo: { from: null },
    };
    expect(parse(former)).toEqual([edit]);
    expect(parse({ ...former, earlier: "2026-02-02" })).toEqual([
      { ...edit, from: [null, "2026-02-02"] },
    ]);
    const { base: _base, ...unknown } = former;
    const { undo: _undo, ...rest } = edit;
    expect(parse(unknown)).toEqual([{ ...rest, from: [] }]);
    expect(parse({ ...former, field: "color" })).toEqual([]);
  });

  test("a new card", () => {
    const former = { key: "k", title: "Mow", status: "Todo", assignee_id: null };
    const line: StoredChange = {
      id: "k",
      what: "new",
      want: {
        value: "Mow",
        title: "Mow",
        at: 0,
        when: 0,
        group: 0,
        task: { status: "Todo", assignee_id: null },
      },
      from: [],
      isSent: false,
    };
    expect(parse(former)).toEqual([line]);
    expect(parse({ ...former, sent: true, reason: "Too long" })).toEqual([
      { ...line, isSent: true, reason: "Too long" },
    ]);
    expect(parse({ ...former, status: "Gone" })).toEqual([]);
  });
});

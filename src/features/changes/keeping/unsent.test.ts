import { expect, it } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import { refused } from "#features/changes/queue/changesSlice.ts";
import { confirmed, doubted } from "#features/changes/queue/wholeSlice.ts";
import { one, request, send, stateAfter } from "#testing/changes.ts";
import { parseStored } from "./storedChange.ts";
import { selectUnsent } from "./unsent.ts";

const unsentAfter = (...actions: UnknownAction[]) => selectUnsent(stateAfter(...actions));
const moving = [request("a", "Done", 1), send("a", 1)];

it("stores a change with what Undo needs, to read it first, because others may change it", () => {
  const leaves = { above: null, below: "b" };
  const move = request("a", "Done", 1, { leaves });
  const stored = {
    id: "a",
    what: "status",
    want: { value: "Done", title: "a", at: 1, when: 1, group: 1 },
    from: ["Todo"],
    isSent: true,
    undo: { from: "Todo", leaves },
  };
  expect(unsentAfter(move)).toEqual([stored]);
  expect(unsentAfter(move, send("a", 1))).toEqual([stored]);
  const lost = doubted({ ...one("a", 1), isUnapplied: false });
  expect(unsentAfter(move, send("a", 1), lost)).toEqual([stored]);
});

it("stores the newest value, and the values that the server may have until then", () => {
  expect(unsentAfter(...moving, request("a", "In Progress", 3))).toMatchObject([
    { want: { value: "In Progress" }, from: ["Todo", "Done"], isSent: true },
  ]);
});

it("stores the changes in the order of the user's actions, without confirmed ones", () => {
  const all = [...moving, request("c", "Done", 3), request("b", "Done", 4)];
  expect(unsentAfter(...all).map(({ id }) => id)).toEqual(["a", "c", "b"]);
  expect(unsentAfter(...all, confirmed(one("a", 1))).map(({ id }) => id)).toEqual(["c", "b"]);
});

it("stores a new task, and whether the server may have created it", () => {
  const task = { status: "Todo", assignee_id: null } as const;
  const line = request("k", "Mow", 1, { what: "new", task });
  expect(unsentAfter(line)).toMatchObject([{ what: "new", want: { task }, isSent: false }]);
  expect(unsentAfter(line, send("k", 1, "new"))).toMatchObject([{ what: "new", isSent: true }]);
});

it("stores a refused new task with its reason, and without an undo", () => {
  const task = { status: "Todo", assignee_id: null } as const;
  const line = [request("k", "Mow", 1, { what: "new", task }), send("k", 1, "new")];
  const no = refused({ ...one("k", 1, "new"), isLast: true, reason: "Too long" });
  const [stored] = unsentAfter(...line, no);
  expect(stored).toMatchObject({ id: "k", what: "new", want: { task }, reason: "Too long" });
  expect(stored).not.toHaveProperty("undo");
});

it("stores changes as they are read back", () => {
  const leaves = { above: null, below: "b" };
  const task = { status: "Todo", assignee_id: null } as const;
  const all = [
    ...moving,
    request("a", "In Progress", 3, { leaves, beside: { above: "c", below: null } }),
    request("k", "Mow", 4, { what: "new", task }),
    request("c", null, 5, { what: "due_date", from: "2026-01-01", etag: '"1"', undoes: 2 }),
    request("d", "Ada", 6, { what: "assignee_id", from: undefined }),
  ];
  const unsent = unsentAfter(...all);
  expect(unsent).toHaveLength(4);
  expect(parseStored(JSON.stringify(unsent))).toEqual(unsent);
});

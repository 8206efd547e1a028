import { expect, it } from "@jest/globals";
import { normaliseBoard, normaliseChanges } from "./normaliseBoard.ts";

const task = {
  id: 7,
  title: "Fix",
  description: "Not asked for, and sent by servers that know nothing of that",
  priority: "High",
  due_date: "2026-03-08T00:00:00.000Z",
  assignee_id: 3,
};
const shown = {
  id: "7",
  title: "Fix",
  status: "Done",
  priority: "High",
  due_date: "2026-03-08",
  assignee_id: "3",
  team_id: null,
  created_at: "",
};

it.each([
  ["in a wrapper", { board: { Done: [task] } }],
  ["bare", { Done: [task] }],
])("accepts lists in the form %s", (_how, body) => {
  expect(normaliseBoard(body)).toEqual({ Todo: [], "In Progress": [], Done: [shown] });
});

it.each([[null], [undefined], ["board"], [[]], [{ board: null }], [{ Todo: "none" }]])(
  "returns an empty board for %j",
  (body) => {
    expect(normaliseBoard(body)).toEqual({ Todo: [], "In Progress": [], Done: [] });
  },
);

it.each([
  [
    { done: 2, total: 5 },
    { done: 2, total: 5 },
  ],
  [{ done: 6, total: 5 }, undefined],
  [{ done: 0, total: 0 }, undefined],
  [{ done: "1", total: 5 }, undefined],
  ["2/5", undefined],
  [null, undefined],
])("reads the progress %j of a checklist as %j", (checklist, expected) => {
  expect(normaliseBoard({ Todo: [{ ...task, checklist }] }).Todo[0]?.checklist).toEqual(expected);
});

it("skips invalid tasks and duplicates", () => {
  const board = normaliseBoard({ Todo: [task, null, "x", {}, { ...task, id: "7" }], Done: [task] });
  expect(board.Todo.map(({ id }) => id)).toEqual(["7"]);
  expect(board.Done).toEqual([]);
});

const changes = {
  position: "5",
  tasks: [{ ...task, status: "Done", before: null }],
  removed: ["8"],
};

it("reads the changes of a board", () => {
  expect(normaliseChanges(changes)).toEqual({
    position: "5",
    tasks: [{ ...shown, before: null }],
    removed: ["8"],
  });
});

it.each([
  [{ reset: true }],
  [{ ...changes, position: "" }],
  [{ ...changes, removed: [8] }],
  [{ ...changes, tasks: [...changes.tasks, null] }],
  [{ ...changes, tasks: [{ ...task, status: "Done" }] }],
  [{ ...changes, tasks: [{ ...task, status: "Doing", before: null }] }],
])("reads no part of changes of which it can't read all: %j", (raw) => {
  expect(normaliseChanges(raw)).toBeNull();
});

import { expect, it } from "@jest/globals";
import { progressOf } from "./jobState.ts";

const NONE = { waiting: 0, done: 0, unchanged: 0, left_out: 0, refused: 0, undone: 0, kept: 0 };

it("the total of a bulk action stays while items that need no change are found on the way", () => {
  const begun = progressOf({ state: "running", counts: { ...NONE, waiting: 10 } });
  const counts = { ...NONE, waiting: 4, done: 3, unchanged: 1, left_out: 1, refused: 1 };
  expect(begun).toEqual({ reached: 0, total: 10 });
  expect(progressOf({ state: "running", counts })).toEqual({ reached: 6, total: 10 });
});

it("an undo counts what was changed", () => {
  const counts = { ...NONE, unchanged: 5, done: 4, undone: 2, kept: 1 };
  expect(progressOf({ state: "undoing", counts })).toEqual({ reached: 3, total: 7 });
});

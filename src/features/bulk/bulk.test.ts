import { describe, expect, test } from "@jest/globals";
import { type BulkState, createBulk } from "./bulk.ts";
import { summaryOf } from "./bulkListeners.ts";
import type { BulkPhase } from "./bulkMachine.ts";

type State = BulkState<string>;

const { reducer, actions } = createBulk<string>("test");

const at = (phase: BulkPhase, more: Partial<State> = {}): State => ({
  phase,
  action: "double",
  ids: ["a", "b", "c"],
  done: ["a"],
  failed: [],
  ...more,
});

test("a new action starts without the last one's results", () => {
  const request = { action: "halve", ids: ["x"] };
  expect(reducer(at("finished"), actions.bulkRequested(request))).toEqual({
    ...request,
    phase: "running",
    done: [],
    failed: [],
  });
});

test("a retry keeps the results of the changed rows and of those that would fail again", () => {
  const failed = [
    { id: "b", reason: "No" },
    { id: "c", reason: "Gone", isFinal: true },
  ];
  const after = reducer(at("finished", { failed }), actions.bulkRetryRequested());
  expect(after).toEqual(at("running", { failed: failed.slice(1) }));
});

describe("the summary of a bulk action", () => {
  const failure = (id: string) => ({ id, reason: "No" });
  test.each<[string, Partial<State>]>([
    ["1 changed, 2 left as they were", {}],
    ["3 changed", { done: ["a", "b", "c"] }],
    ["1 changed, 2 failed", { failed: ["b", "c"].map(failure) }],
    ["1 changed, 1 failed, 1 left as they were", { failed: [failure("b")] }],
  ])("%s", (text, more) => {
    const run = at("finished", more);
    expect(summaryOf(run, `${run.done.length} changed`)).toBe(text);
  });
});

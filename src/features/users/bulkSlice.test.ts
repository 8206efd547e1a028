import { describe, expect, test } from "@jest/globals";
import type { BulkPhase } from "./bulkMachine.ts";
import { type BulkState, bulkRequested, bulkRetryRequested, bulkSlice } from "./bulkSlice.ts";
import { bulkSummary } from "./usersListeners.ts";

const at = (phase: BulkPhase): BulkState => ({
  phase,
  active: false,
  ids: ["a", "b", "c"],
  done: ["a"],
  failed: [],
});

test("a new action starts without the last one's results", () => {
  const event = bulkRequested({ active: true, ids: ["x"] });
  expect(bulkSlice.reducer(at("finished"), event)).toEqual({
    phase: "running",
    active: true,
    ids: ["x"],
    done: [],
    failed: [],
  });
});

test("a retry of the failed users keeps the results of the successful ones", () => {
  const before = { ...at("finished"), failed: [{ id: "b", reason: "No" }] };
  expect(bulkSlice.reducer(before, bulkRetryRequested())).toEqual(at("running"));
});

describe("the summary of a bulk action", () => {
  test.each<[string, Partial<BulkState>]>([
    ["1 user activated", { active: true, ids: ["a"], done: ["a"] }],
    ["3 users deactivated", { done: ["a", "b", "c"] }],
    ["1 user deactivated, 2 failed", { failed: ["b", "c"].map((id) => ({ id, reason: "No" })) }],
    ["1 user deactivated, 2 left as they were", {}],
  ])("%s", (text, run) => {
    expect(bulkSummary({ ...at("finished"), ...run })).toBe(text);
  });
});

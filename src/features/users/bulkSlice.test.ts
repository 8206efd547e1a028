import { describe, expect, test } from "@jest/globals";
import {
  bulkEnded,
  type BulkPhase,
  bulkRequested,
  bulkResultDismissed,
  bulkRetryRequested,
  bulkSlice,
  type BulkState,
  bulkStopRequested,
  bulkUserChanged,
  bulkUserFailed,
  TRANSITIONS,
} from "./bulkSlice.ts";
import { bulkSummary } from "./usersListeners.ts";

const events = {
  bulkRequested: bulkRequested({ active: true, ids: ["x"] }),
  bulkRetryRequested: bulkRetryRequested(),
  bulkUserChanged: bulkUserChanged("b"),
  bulkUserFailed: bulkUserFailed({ id: "b", reason: "Taken" }),
  bulkStopRequested: bulkStopRequested(),
  bulkEnded: bulkEnded(),
  bulkResultDismissed: bulkResultDismissed(),
};

const phases: BulkPhase[] = ["idle", "running", "stopping", "finished"];

const at = (phase: BulkPhase): BulkState => ({
  phase,
  active: false,
  ids: ["a", "b", "c"],
  done: ["a"],
  failed: [],
});

describe("the bulk machine", () => {
  for (const phase of phases) {
    for (const [name, event] of Object.entries(events)) {
      const next = TRANSITIONS[phase][name as keyof typeof events];
      test(`${name} while ${phase}: ${next ?? "nothing"}`, () => {
        const before = at(phase);
        const after = bulkSlice.reducer(before, event);
        if (next) expect(after.phase).toBe(next);
        else expect(after).toBe(before);
      });
    }
  }

  test("a new action starts without the last one's results", () => {
    expect(bulkSlice.reducer(at("finished"), events.bulkRequested)).toEqual({
      phase: "running",
      active: true,
      ids: ["x"],
      done: [],
      failed: [],
    });
  });
});

test("trying the failed ones again keeps what was done", () => {
  const before = { ...at("finished"), failed: [{ id: "b", reason: "No" }] };
  expect(bulkSlice.reducer(before, events.bulkRetryRequested)).toEqual(at("running"));
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

import { describe, expect, test } from "@jest/globals";
import { withRange } from "./range.ts";

describe("selecting a range of rows", () => {
  const shown = ["a", "b", "c", "d"];

  test("works in both directions, and extends the selection", () => {
    expect([...withRange(new Set(["d"]), shown, "c", "a", true)].sort()).toEqual(shown);
  });

  test("deselects a range too", () => {
    expect([...withRange(new Set(shown), shown, "b", "c", false)]).toEqual(["a", "d"]);
  });

  test("selects one row if the other end is filtered out", () => {
    expect([...withRange(new Set(), shown, "gone", "c", true)]).toEqual(["c"]);
  });
});

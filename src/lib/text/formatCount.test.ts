import { expect, it } from "@jest/globals";
import { countOf, formatCount } from "./formatCount.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [12_345, "12,345"],
  [1_234_567, "1,234,567"],
])("formats the count %d as %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

it("says a noun in the singular after 1 only", () => {
  expect(countOf(1, "task")).toBe("1 task");
  expect(countOf(0, "task")).toBe("0 tasks");
  expect(countOf(1_234, "entry", "entries")).toBe("1,234 entries");
});

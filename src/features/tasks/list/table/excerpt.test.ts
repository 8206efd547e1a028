import { describe, expect, it } from "@jest/globals";
import { excerpt } from "./excerpt.ts";

describe("a card's description", () => {
  it.each([
    ["", ""],
    ["Short", "Short"],
    ["x".repeat(100), "x".repeat(100)],
    ["x".repeat(101), `${"x".repeat(100)}...`],
    [`${"x".repeat(99)}🎉🎉`, `${"x".repeat(99)}🎉...`],
    ["🎉".repeat(100), "🎉".repeat(100)],
  ])("%j is shown as %j", (description, shown) => {
    expect(excerpt(description)).toBe(shown);
  });
});

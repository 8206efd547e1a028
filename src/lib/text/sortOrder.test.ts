import { describe, expect, it } from "@jest/globals";
import { ariaSort, nextSort } from "./sortOrder.ts";

describe("clicks on a column's head", () => {
  it("sort by the column, then in reverse, then as usual", () => {
    expect(nextSort("title", "-created")).toBe("title");
    expect(nextSort("title", "title")).toBe("-title");
    expect(nextSort("title", "-title")).toBe("");
  });

  it("start with the highest priority and the last change", () => {
    expect(nextSort("-priority", "title")).toBe("-priority");
    expect(nextSort("-priority", "-priority")).toBe("priority");
    expect(nextSort("-changed", "changed")).toBe("");
  });
});

it("only the column that sorts has a direction", () => {
  expect(ariaSort("title", "-title")).toBe("descending");
  expect(ariaSort("-changed", "changed")).toBe("ascending");
  expect(ariaSort("due", "title")).toBeUndefined();
});

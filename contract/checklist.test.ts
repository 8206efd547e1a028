import { describe, expect, test } from "@jest/globals";
import { checklistOf, toggleItem } from "./checklist.ts";

const TEXT = "Pack:\r\n- [ ] tent\n  * [X] map\n1. [x] stove\n> - [ ] rope\n- [] none\n[ ] none\n";

describe("items of a task list", () => {
  test("are counted with every kind of bullet, nested and quoted", () => {
    expect(checklistOf(TEXT)).toEqual({ done: 2, total: 4 });
    expect(checklistOf("no list")).toEqual({ done: 0, total: 0 });
  });

  test.each([
    [1, "- [x] tent"],
    [2, "  * [ ] map"],
    [3, "1. [ ] stove"],
    [4, "> - [x] rope"],
  ])("the item of line %d is ticked or unticked, and nothing else changes", (line, changed) => {
    const before = TEXT.split(/\r\n|\n/);
    const after = toggleItem(TEXT, line)?.split(/\r\n|\n/);
    expect(after?.[line]).toBe(changed);
    expect(after?.with(line, before[line] ?? "")).toEqual(before);
    expect(toggleItem(TEXT, line)).toContain("Pack:\r\n");
  });

  test.each([0, 5, 6, 99, -1])("line %d has no item to tick", (line) => {
    expect(toggleItem(TEXT, line)).toBeNull();
  });

  // This text is twenty times as long as the longest description. With a quadratic algorithm the
  // test would time out.
  test.each(["> ", "- ", " ", "- [ ] "])("takes linear time for repeated %j", (mark) => {
    const text = mark.repeat(200_000 / mark.length);
    expect(checklistOf(`${text}[`).total).toBeLessThanOrEqual(1);
    expect(toggleItem(`${text}[`, 1)).toBeNull();
  });
});

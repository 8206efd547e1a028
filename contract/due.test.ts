import { expect, it } from "@jest/globals";
import { isOverdueOn } from "./due.ts";

it("calls a task overdue from the day after its due date, unless it is done", () => {
  const on = "2026-11-21";
  expect(isOverdueOn({ due_date: "2026-11-20", status: "Todo" }, on)).toBe(true);
  expect(isOverdueOn({ due_date: "2026-11-21", status: "Todo" }, on)).toBe(false);
  expect(isOverdueOn({ due_date: "2026-11-20", status: "Done" }, on)).toBe(false);
  expect(isOverdueOn({ due_date: null, status: "Todo" }, on)).toBe(false);
});

import { expect, test } from "@jest/globals";
import { normaliseOverdue, normaliseStats } from "./dashboardApi.ts";

test("parses counts that arrive as text", () => {
  expect(
    normaliseStats({
      total: "12",
      overdue: 3,
      byStatus: [{ status: "Done", count: "4" }],
      byPriority: [{ priority: "High", count: "7" }],
      deadlines: [{ date: "2026-11-21T00:00:00.000Z", count: "1" }],
    }),
  ).toEqual({
    total: 12,
    overdue: 3,
    byStatus: [{ status: "Done", count: 4 }],
    byPriority: [{ priority: "High", count: 7 }],
    deadlines: [{ date: "2026-11-21", count: 1 }],
  });
});

test("replaces missing lists by empty ones", () => {
  expect(normaliseStats({ total: 0 })).toEqual({
    total: 0,
    overdue: 0,
    byStatus: [],
    byPriority: [],
    deadlines: [],
  });
});

test.each([null, undefined, [], "no", {}])("rejects %j as dashboard figures", (raw) => {
  expect(normaliseStats(raw)).toBeNull();
});

test("accepts a missing list of overdue tasks, and numeric ids", () => {
  expect(normaliseOverdue({})).toEqual([]);
  expect(normaliseOverdue({ overdueTasks: [{ id: 7, title: "Seven" }] })).toMatchObject([
    { id: "7", title: "Seven", due_date: null },
  ]);
});

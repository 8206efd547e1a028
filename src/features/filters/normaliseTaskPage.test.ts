import { describe, expect, it } from "@jest/globals";
import { normaliseTaskPage } from "./normaliseTaskPage.ts";

const task = {
  id: "t1",
  title: "Write",
  description: "",
  status: "Todo",
  priority: "Medium",
  due_date: null,
  assignee_id: null,
  team_id: null,
  created_at: "2026-03-01T10:00:00.000Z",
};

describe("a page of tasks", () => {
  it("comes with its pagination", () => {
    const pagination = { page: 2, limit: 50, total: 51, totalPages: 2 };
    expect(normaliseTaskPage({ tasks: [task], pagination })).toEqual({ tasks: [task], pagination });
  });

  it("may come with its numbers as text, and without the number of pages", () => {
    const pagination = { page: "1", limit: "20", total: "41" };
    expect(normaliseTaskPage({ tasks: [task], pagination }).pagination).toEqual({
      page: 1,
      limit: 20,
      total: 41,
      totalPages: 3,
    });
  });

  it("may be a bare list, which is all there is", () => {
    expect(normaliseTaskPage([task])).toEqual({
      tasks: [task],
      pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
    });
  });

  it.each([[null], [{}], [{ tasks: "none", pagination: null }]])("may be empty: %j", (raw) => {
    expect(normaliseTaskPage(raw)).toEqual({
      tasks: [],
      pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
    });
  });
});

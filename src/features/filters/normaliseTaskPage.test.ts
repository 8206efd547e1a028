import { describe, expect, it } from "@jest/globals";
import { normaliseTaskPage } from "./searchApi.ts";

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

describe("normalising a page of tasks", () => {
  it("reads the tasks with their pagination", () => {
    const pagination = { page: 2, limit: 50, total: 51, totalPages: 2 };
    expect(normaliseTaskPage({ tasks: [task], pagination })).toEqual({ tasks: [task], pagination });
  });

  it("accepts numbers sent as text, and a missing page count", () => {
    const pagination = { page: "1", limit: "20", total: "41" };
    expect(normaliseTaskPage({ tasks: [task], pagination }).pagination).toEqual({
      page: 1,
      limit: 20,
      total: 41,
      totalPages: 3,
    });
  });

  it("treats a bare list as the only page", () => {
    expect(normaliseTaskPage([task])).toEqual({
      tasks: [task],
      pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
    });
  });

  it.each([[null], [{}], [{ tasks: "none", pagination: null }]])(
    "returns an empty page for %j",
    (raw) => {
      expect(normaliseTaskPage(raw)).toEqual({
        tasks: [],
        pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
      });
    },
  );
});

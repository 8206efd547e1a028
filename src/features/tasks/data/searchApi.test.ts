import { expect, it } from "@jest/globals";
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

const only = { page: 1, limit: 50, total: 1, totalPages: 1 };
const none = { page: 1, limit: 50, total: 0, totalPages: 0 };

it.each([
  [
    { tasks: [task], pagination: { page: 2, limit: 50, total: 51, totalPages: 2 } },
    [task],
    { page: 2, limit: 50, total: 51, totalPages: 2 },
  ],
  [
    { tasks: [task], pagination: { page: "1", limit: "20", total: "41" } },
    [task],
    { page: 1, limit: 20, total: 41, totalPages: 3 },
  ],
  [[task], [task], only],
  [null, [], none],
  [{}, [], none],
  [{ tasks: "none", pagination: null }, [], none],
])("reads a page of tasks of any server: %j", (raw, tasks, pagination) => {
  expect(normaliseTaskPage(raw)).toEqual({ tasks, pagination });
});

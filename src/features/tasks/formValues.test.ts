import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { check } from "#contract/rules/common.ts";
import { taskRule } from "#contract/rules/task.ts";
import type { Task } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { today } from "#lib/dates/day.ts";
import { enterZone, leaveZone } from "#testing/userZone.ts";
import { startValues, type TaskFormValues, toTaskInput } from "./formValues.ts";

const task: Task = {
  ...NEW_TASK,
  id: "t1",
  title: "Write",
  description: "a\nb",
  status: "Done",
  priority: "High",
  due_date: "2020-01-01",
  team_id: "team",
  created_at: "2019-01-01T00:00:00.000Z",
};

const values: TaskFormValues = {
  ...startValues(undefined, undefined),
  title: "  Write  ",
  description: " a\nb \n",
  priority: "Low",
};

/** The errors of the form, by field. */
function errorsOf(given: TaskFormValues, edited?: Task) {
  const outcome = check(taskRule(today(), edited ?? null), given);
  const errors = "errors" in outcome ? outcome.errors : [];
  return Object.fromEntries(errors.map(({ param, msg }) => [param, msg]));
}

describe("initial form values", () => {
  test("a new task starts with Todo, Medium and the current user", () => {
    expect(startValues(undefined, "me")).toEqual({
      title: "",
      description: "",
      status: "Todo",
      priority: "Medium",
      due_date: "",
      assignee_id: "me",
      team_id: "",
    });
  });

  test("an existing task starts with its own values", () => {
    expect(startValues(task, "me")).toEqual({
      title: "Write",
      description: "a\nb",
      status: "Done",
      priority: "High",
      due_date: "2020-01-01",
      assignee_id: "",
      team_id: "team",
    });
  });
});

describe("the request of a task form", () => {
  const trimmed = { title: "Write", description: "a\nb", status: "Todo", priority: "Low" };
  const chosen = { ...values, due_date: "2030-01-01", assignee_id: "u", team_id: "t" };

  test.each([
    ["create", false, values, { ...trimmed, assignee_id: null }],
    ["create", true, values, { ...trimmed, assignee_id: null }],
    ["edit", false, values, { ...trimmed, assignee_id: null, due_date: null }],
    ["edit", true, values, { ...trimmed, assignee_id: null, due_date: null, team_id: null }],
    ["create", false, chosen, { ...trimmed, assignee_id: "u", due_date: "2030-01-01" }],
    ["edit", false, chosen, { ...trimmed, assignee_id: "u", due_date: "2030-01-01" }],
    [
      "create",
      true,
      chosen,
      { ...trimmed, assignee_id: "u", due_date: "2030-01-01", team_id: "t" },
    ],
    ["edit", true, chosen, { ...trimmed, assignee_id: "u", due_date: "2030-01-01", team_id: "t" }],
  ] as const)("%s, admin %s: %j", (mode, isAdmin, given, body) => {
    expect(toTaskInput(given, { mode, isAdmin })).toEqual(body);
  });
});

describe("validation of a task form", () => {
  test("rejects an empty priority", () => {
    // A draft of another version may hold anything.
    const emptied = { ...values, priority: "" } as unknown as TaskFormValues;
    expect(errorsOf(emptied)).toEqual({ priority: "Priority is required" });
  });

  test("rejects control characters that the task doesn't have already", () => {
    const old = { ...task, title: "Wri\x01te", description: "a\x1b[0m" };
    const edited = { ...values, title: old.title, description: old.description };
    expect(errorsOf(edited, old)).toEqual({});
    expect(errorsOf(edited, task)).toEqual({
      title: "Title must not contain control characters (U+0001 in line 1)",
      description: "Description must not contain control characters (U+001B in line 1)",
    });
  });
});

describe("due dates in the user's time zone", () => {
  // 2026-03-08: clocks go forward in New York.
  const NOON_UTC = Date.parse("2026-03-08T11:30:00.000Z");

  beforeEach(() => void jest.spyOn(Date, "now").mockReturnValue(NOON_UTC));
  afterEach(leaveZone);

  test.each([
    ["Pacific/Midway", "2026-03-08", "2026-03-07"],
    ["Etc/GMT+12", "2026-03-07", "2026-03-06"],
    ["UTC", "2026-03-08", "2026-03-07"],
    ["America/New_York", "2026-03-08", "2026-03-07"],
    ["Pacific/Kiritimati", "2026-03-09", "2026-03-08"],
  ])("in %s accepts %s and rejects %s", (zone, first, past) => {
    enterZone(zone);
    expect(errorsOf({ ...values, due_date: first })).toEqual({});
    expect(errorsOf({ ...values, due_date: past })).toEqual({
      due_date: "Due date cannot be in the past",
    });
  });

  test("an overdue task may keep its due date, but not get another past one", () => {
    expect(errorsOf({ ...values, due_date: "2020-01-01" }, task)).toEqual({});
    expect(errorsOf({ ...values, due_date: "2020-01-02" }, task)).toEqual({
      due_date: "Due date cannot be in the past",
    });
  });
});

import { describe, expect, test } from "@jest/globals";
import { check } from "./common.ts";
import { taskPatchRule } from "./task.ts";

const rule = taskPatchRule("2026-03-29", null);

describe("a change of a task", () => {
  test("has only the fields that were sent, so it empties no description", () => {
    expect(check(rule, { priority: "High" })).toEqual({ value: { priority: "High" } });
    expect(check(rule, { description: "" })).toEqual({ value: { description: "" } });
  });

  test("clears an assignee, a team and a due date by empty text and by null", () => {
    const none = { assignee_id: null, team_id: null, due_date: null };
    expect(check(rule, { assignee_id: "", team_id: "", due_date: "" })).toEqual({ value: none });
    expect(check(rule, none)).toEqual({ value: none });
  });

  test("is refused without any field", () => {
    const errors = [{ param: "body", msg: "Nothing to change" }];
    expect(check(rule, {})).toEqual({ errors });
    expect(check(rule, { created_at: "2026-03-29" })).toEqual({ errors });
  });
});

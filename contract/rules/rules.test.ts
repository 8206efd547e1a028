import { describe, expect, test } from "@jest/globals";
import type { AnyObjectSchema } from "yup";
import { PASSWORD_MIN } from "../session.ts";
import { commentRule } from "./comment.ts";
import { check } from "./common.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";
import { inboxQueryRule, inboxReadRule } from "./inbox.ts";
import { passwordFormRule, profileRule } from "./profile.ts";
import { registrationRule } from "./registration.ts";
import { userRunRule } from "./run.ts";
import { credentialsRule } from "./session.ts";
import { taskPatchRule, taskQueryRule, taskRule } from "./task.ts";
import { memberRule, teamRule } from "./team.ts";
import { userUpdateRule } from "./user.ts";

const task = taskRule("2026-03-29", null);
const savedTask = { title: "Wri\x01te", description: "a\x1b[0m", due_date: null };
const profile = profileRule(null);
const goodTask = { title: "Write", priority: "Low" };
/** Five characters that show nothing. */
const INVISIBLE = "\u200b\u2060\ufeff\u00ad\u200d";
const long = (length: number) => "x".repeat(length);

type Refusal = [param: string, msg: string, ...inputs: unknown[]];

const by = (rule: AnyObjectSchema, ...refusals: Refusal[]) =>
  refusals.map(([param, msg, ...inputs]) => [param, msg, rule, inputs] as const);

const EMPTY_TITLES = [{}, { title: "   " }, { title: INVISIBLE }];
const SHORT_TITLES = [{ title: " ab " }, { title: "🦄🐙" }];
const LONG_TITLES = [{ title: long(201) }, { title: "\u200b".repeat(201) }];
const SHORT_PASSWORDS = [{ password: "1234567" }, { password: "🦄🐙🦊🐳🦉🐝🦋" }];
const NOT_DAYS = [{ due_date: "2026-02-30" }, { due_date: "2027-01-01T00:00:00Z" }];
const DUE = "Due must be a day, as yyyy-MM-dd, a range of days, or today, week, next-week, none";
const PAGES = "Page must be a whole number from 1 to 1000000000";
const UNEQUAL = [
  { newPassword: "12345678" },
  { newPassword: "12345678", confirmPassword: "12345679" },
];
const SAME = { currentPassword: "a long one", newPassword: "a long one" };

const refusals = [
  ...by(
    credentialsRule,
    ["email", "Email is required", { password: "x" }, { email: ["a@b.co"] }],
    ["email", "Invalid email", { email: "a@b" }],
    ["email", "Email must be at most 254 characters", { email: `${long(254)}@b.co` }],
    ["password", "Password is required", { email: "a@b.co" }],
  ),
  ...by(
    registrationRule,
    ["password", "Password must be at least 8 characters", ...SHORT_PASSWORDS],
    ["password", "Password must be at most 128 characters", { password: long(129) }],
    ["password", "Password is too common", { password: "PassWord123" }],
    ["role", "Role is required", {}],
    ["role", "Role must be admin or member", { role: "owner" }, { role: long(60_000) }],
  ),
  ...by(
    task,
    ["title", "Title is required", ...EMPTY_TITLES],
    ["title", "Title must be at least 3 characters", ...SHORT_TITLES],
    ["title", "Title must be at most 200 characters", ...LONG_TITLES],
    ["priority", "Priority is required", {}, { priority: null }],
    ["priority", "Priority must be one of Low, Medium, High", { priority: "Urgent" }],
    ["status", "Status must be one of Todo, In Progress, Done", { status: "Doing" }],
    ["due_date", "Due date cannot be in the past", { due_date: "2026-03-28" }],
    ["due_date", "Due date must be a day, as yyyy-MM-dd", ...NOT_DAYS],
    ["assignee_id", "Assignee must be a user's id", { assignee_id: {} }],
  ),
  ...by(
    taskQueryRule,
    ["page", PAGES, { page: "0" }, { page: "two" }],
    ["limit", "Limit must be a whole number from 1 to 100", { limit: "101" }],
    ["overdue", "Overdue must be true or false", { overdue: "1" }],
    ["due", DUE, { due: "2026-02-30" }],
    ["team", "Team must be a team's id", { team: ["x"] }],
  ),
  ...by(
    commentRule,
    ["comment", "Comment cannot be empty", { comment: " \n " }, { comment: INVISIBLE }],
    ["comment", "Comment must be at most 5000 characters", { comment: long(5001) }],
  ),
  ...by(teamRule, ["name", "Team name is required", { name: " " }, { name: INVISIBLE }]),
  ...by(memberRule, ["userId", "Please select a user", { userId: "" }]),
  ...by(userUpdateRule, ["is_active", "Status must be true or false", { is_active: "true" }]),
  ...by(
    profile,
    ["name", "Name is required", { email: "a@b.co" }, { name: INVISIBLE }],
    ["email", "Please enter a valid email", { name: "A", email: "a@" }],
  ),
  ...by(
    passwordFormRule,
    ["currentPassword", "Current password is required", {}],
    ["newPassword", "New password must be at least 8 characters", { newPassword: "1234567" }],
    ["newPassword", "New password must be at most 128 characters", { newPassword: long(129) }],
    ["newPassword", "New password is too common", { newPassword: "Qwertyuiop" }],
    ["confirmPassword", "Passwords do not match", ...UNEQUAL],
    ["newPassword", "New password must be different from current password", SAME],
  ),
];

describe("the rules of §5", () => {
  test.each(refusals)("refuse a wrong %s: %s", (param, msg, rule, inputs) => {
    for (const input of inputs) {
      expect(check(rule, input)).toMatchObject({
        errors: expect.arrayContaining([{ param, msg }]) as unknown,
      });
    }
  });

  test.each([null, undefined, "{}", 7, []])("refuse %j as a request body", (input) => {
    expect(check(task, input)).toEqual({
      errors: [{ param: "body", msg: "Body must be a JSON object" }],
    });
  });

  test("refuse an update of a user without a known field", () => {
    expect(check(userUpdateRule, { name: "x" })).toEqual({
      errors: [{ param: "body", msg: "Nothing to change: send is_active or role" }],
    });
  });
});

describe("the rules accept", () => {
  test("a task: trimmed, with defaults, without unknown fields", () => {
    const input = {
      ...goodTask,
      title: "  Write  ",
      description: " a\nb ",
      due_date: "",
      admin: true,
    };
    expect(check(task, input)).toEqual({
      value: {
        title: "Write",
        description: "a\nb",
        status: "Todo",
        priority: "Low",
        due_date: null,
      },
    });
  });

  test("today as a due date, and a saved due date that is already past", () => {
    expect(check(task, { ...goodTask, due_date: "2026-03-29" })).toHaveProperty("value");
    const overdue = taskRule("2026-03-29", { ...savedTask, due_date: "2020-01-01" });
    expect(check(overdue, { ...goodTask, due_date: "2020-01-01" })).toHaveProperty("value");
    expect(check(overdue, { ...goodTask, due_date: "2020-01-02" })).toHaveProperty("errors");
  });

  test("a query without filters, with page 1 and limit 50 as defaults", () => {
    expect(check(taskQueryRule, { search: "", status: "", priority: "", assignee: "" })).toEqual({
      value: { page: 1, limit: 50 },
    });
  });

  test("the filters overdue, due and team", () => {
    const query = { overdue: "true", due: "2026-03-29", team: "t1" };
    const value = { page: 1, limit: 50 };
    expect(check(taskQueryRule, query)).toEqual({ value: { ...value, ...query, overdue: true } });
    expect(check(taskQueryRule, { overdue: "false", due: "", team: "" })).toEqual({ value });
  });

  test.each([
    "🦄🐙🦊🐳🦉🐝🦋🌵",
    "🦄".repeat(128),
    "e\u0301".repeat(128),
    " ".repeat(8),
    "\"'<b>\0\n\t",
    "  secret  ",
  ])("the password %j unchanged", (password) => {
    const input = { email: " a@b.co ", password, role: "member" };
    expect(check(registrationRule, input)).toEqual({ value: { ...input, email: "a@b.co" } });
  });

  test("texts up to their limits in characters, not counting surrounding white space", () => {
    const text = (length: number) => ` ${"🦄".repeat(length)}\n`;
    const input = { ...goodTask, title: text(200), description: text(10_000) };
    expect(check(task, input)).toHaveProperty("value.title", "🦄".repeat(200));
    expect(check(commentRule, { comment: text(5_000) })).toHaveProperty("value");
    expect(check(teamRule, { name: text(100), description: text(1_000) })).toHaveProperty("value");
    expect(check(profile, { name: text(100), email: "a@b.co" })).toHaveProperty("value");
    expect(check(taskQueryRule, { search: text(100) })).toHaveProperty("value");
  });

  test("texts with invisible characters beside visible ones, unchanged", () => {
    for (const title of ["👩\u200d👩\u200d👧 at the zoo", "می\u200cخواهم", "\u200babc"]) {
      expect(check(task, { ...goodTask, title })).toHaveProperty("value.title", title);
    }
  });

  test("a saved invisible title and name, unchanged", () => {
    const saved = taskRule("2026-03-29", { ...savedTask, title: INVISIBLE });
    expect(check(saved, { ...goodTask, title: INVISIBLE })).toHaveProperty(
      "value.title",
      INVISIBLE,
    );
    const profile = { name: INVISIBLE, email: "a@b.co" };
    expect(check(profileRule(profile), profile)).toEqual({ value: profile });
  });
});

test("a missing description and null count as empty", () => {
  for (const description of [undefined, null]) {
    const input = { ...goodTask, title: "Title", description };
    expect(check(task, input)).toMatchObject({ value: { description: "" } });
    expect(check(teamRule, { name: "Team", description })).toEqual({
      value: { name: "Team", description: "" },
    });
  }
});

test("U+0000 is removed from a search", () => {
  expect(check(taskQueryRule, { search: "\0" })).toEqual({ value: { page: 1, limit: 50 } });
});

describe("a change of a task", () => {
  const rule = taskPatchRule("2026-03-29", null);

  test("has only the fields that were sent, so it empties no description", () => {
    expect(check(rule, { priority: "High" })).toEqual({ value: { priority: "High" } });
    expect(check(rule, { description: "" })).toEqual({ value: { description: "" } });
  });

  test("clears an assignee, a team and a due date by empty text and by null", () => {
    const none = { assignee_id: null, team_id: null, due_date: null };
    expect(check(rule, { assignee_id: "", team_id: "", due_date: "" })).toEqual({ value: none });
    expect(check(rule, none)).toEqual({ value: none });
  });

  test.each([{}, { created_at: "2026-03-29" }])("is refused without any field: %j", (input) => {
    expect(check(rule, input)).toEqual({ errors: [{ param: "body", msg: "Nothing to change" }] });
  });
});

test.each([
  [{ action: "role" }, "Role is required"],
  [{ action: "add_to_team" }, "Team is required"],
  [{ action: "remove_from_team", team: "" }, "Team is required"],
])("the bulk action %j is refused: %s", (input, msg) => {
  expect(check(userRunRule, { ...input, user_ids: "a,b" })).toEqual({
    errors: [{ param: "body", msg }],
  });
  const other = { action: "deactivate", user_ids: "a,b" };
  expect(check(userRunRule, other)).toEqual({ value: other });
});

test.each(["2026-03-08", "2026-03-08T10:30:00+01:00", "2026-03-08T09:30Z", "2026-13-08", "now"])(
  "the instant %s is refused, because instants are compared as text",
  (instant) => {
    expect(check(inboxReadRule, { until: instant })).toHaveProperty("errors");
    expect(check(inboxQueryRule, { before: `${instant},item` })).toHaveProperty("errors");
    const until = "2026-03-08T09:30:00.000Z";
    expect(check(inboxReadRule, { until })).toEqual({ value: { until } });
    const before = `${until},item`;
    expect(check(inboxQueryRule, { before })).toEqual({ value: { before } });
  },
);

test("common passwords are listed in lower case and NFC, and none is below the minimum length", () => {
  for (const password of COMMON_PASSWORDS) {
    expect(password).toBe(password.normalize("NFC").toLowerCase());
    expect(password.length).toBeGreaterThanOrEqual(PASSWORD_MIN);
  }
});

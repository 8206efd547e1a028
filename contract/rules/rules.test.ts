import { describe, expect, test } from "@jest/globals";
import type { AnyObjectSchema } from "yup";
import { commentRule } from "./comment.ts";
import { check } from "./common.ts";
import { passwordFormRule, profileRule } from "./profile.ts";
import { registrationRule } from "./registration.ts";
import { credentialsRule } from "./session.ts";
import { taskQueryRule, taskRule } from "./task.ts";
import { memberRule, teamRule } from "./team.ts";
import { userUpdateRule } from "./user.ts";

const task = taskRule("2026-03-29", null);
const savedTask = { title: "Wri\x01te", description: "a\x1b[0m", due_date: null };
const profile = profileRule(null);
const goodTask = { title: "Write", priority: "Low" };
const long = (length: number) => "x".repeat(length);

type Refusal = [name: string, rule: AnyObjectSchema, input: unknown, param: string, msg: string];

const refusals: Refusal[] = [
  ["no email", credentialsRule, { password: "x" }, "email", "Email is required"],
  ["odd email", credentialsRule, { email: "a@b", password: "x" }, "email", "Invalid email"],
  ["email in an array", credentialsRule, { email: ["a@b.co"] }, "email", "Email is required"],
  [
    "long email",
    credentialsRule,
    { email: `${long(254)}@b.co` },
    "email",
    "Email must be at most 254 characters",
  ],
  ["no password", credentialsRule, { email: "a@b.co" }, "password", "Password is required"],
  [
    "short password",
    registrationRule,
    { password: "1234567" },
    "password",
    "Password must be at least 8 characters",
  ],
  [
    "long password",
    registrationRule,
    { password: long(129) },
    "password",
    "Password must be at most 128 characters",
  ],
  [
    "a password of seven emoji",
    registrationRule,
    { password: "🦄🐙🦊🐳🦉🐝🦋" },
    "password",
    "Password must be at least 8 characters",
  ],
  [
    "common password",
    registrationRule,
    { password: "PassWord123" },
    "password",
    "Password is too common",
  ],
  ["no role", registrationRule, {}, "role", "Role is required"],
  ["unknown role", registrationRule, { role: "owner" }, "role", "Role must be admin or member"],
  ["no title", task, {}, "title", "Title is required"],
  ["blank title", task, { title: "   " }, "title", "Title is required"],
  ["short title", task, { title: " ab " }, "title", "Title must be at least 3 characters"],
  ["a title of two emoji", task, { title: "🦄🐙" }, "title", "Title must be at least 3 characters"],
  ["long title", task, { title: long(201) }, "title", "Title must be at most 200 characters"],
  ["no priority", task, {}, "priority", "Priority is required"],
  ["priority as null", task, { priority: null }, "priority", "Priority is required"],
  [
    "priority in an array",
    task,
    { priority: ["Low"] },
    "priority",
    "Priority must be one of Low, Medium, High",
  ],
  ["long role", registrationRule, { role: long(60_000) }, "role", "Role must be admin or member"],
  [
    "unknown priority",
    task,
    { priority: "Urgent" },
    "priority",
    "Priority must be one of Low, Medium, High",
  ],
  [
    "unknown status",
    task,
    { status: "Doing" },
    "status",
    "Status must be one of Todo, In Progress, Done",
  ],
  ["past due date", task, { due_date: "2026-03-28" }, "due_date", "Due date cannot be in the past"],
  [
    "a text that is no date",
    task,
    { due_date: "2026-02-30" },
    "due_date",
    "Due date must be a day, as yyyy-MM-dd",
  ],
  [
    "an instant",
    task,
    { due_date: "2027-01-01T00:00:00Z" },
    "due_date",
    "Due date must be a day, as yyyy-MM-dd",
  ],
  [
    "assignee as an object",
    task,
    { assignee_id: {} },
    "assignee_id",
    "Assignee must be a user's id",
  ],
  [
    "page 0",
    taskQueryRule,
    { page: "0" },
    "page",
    "Page must be a whole number from 1 to 1000000000",
  ],
  [
    "limit 101",
    taskQueryRule,
    { limit: "101" },
    "limit",
    "Limit must be a whole number from 1 to 100",
  ],
  [
    "a word as a page",
    taskQueryRule,
    { page: "two" },
    "page",
    "Page must be a whole number from 1 to 1000000000",
  ],
  ["odd boolean", taskQueryRule, { overdue: "1" }, "overdue", "Overdue must be true or false"],
  [
    "a day that does not exist",
    taskQueryRule,
    { due: "2026-02-30" },
    "due",
    "Due must be a day, as yyyy-MM-dd, a range of days, or today, week, next-week, none",
  ],
  ["team in an array", taskQueryRule, { team: ["x"] }, "team", "Team must be a team's id"],
  ["blank comment", commentRule, { comment: " \n " }, "comment", "Comment cannot be empty"],
  [
    "long comment",
    commentRule,
    { comment: long(5001) },
    "comment",
    "Comment must be at most 5000 characters",
  ],
  ["no team name", teamRule, { name: " " }, "name", "Team name is required"],
  ["no user", memberRule, { userId: "" }, "userId", "Please select a user"],
  [
    "is_active as text",
    userUpdateRule,
    { is_active: "true" },
    "is_active",
    "Status must be true or false",
  ],
  ["no name", profile, { email: "a@b.co" }, "name", "Name is required"],
  ["odd profile email", profile, { name: "A", email: "a@" }, "email", "Please enter a valid email"],
  ["no current password", passwordFormRule, {}, "currentPassword", "Current password is required"],
  [
    "short new password",
    passwordFormRule,
    { newPassword: "1234567" },
    "newPassword",
    "New password must be at least 8 characters",
  ],
  [
    "long new password",
    passwordFormRule,
    { newPassword: long(129) },
    "newPassword",
    "New password must be at most 128 characters",
  ],
  [
    "common new password",
    passwordFormRule,
    { newPassword: "Qwertyuiop" },
    "newPassword",
    "New password is too common",
  ],
  [
    "no confirmation",
    passwordFormRule,
    { newPassword: "12345678" },
    "confirmPassword",
    "Passwords do not match",
  ],
  [
    "different confirmation",
    passwordFormRule,
    { newPassword: "12345678", confirmPassword: "12345679" },
    "confirmPassword",
    "Passwords do not match",
  ],
  [
    "the same password",
    passwordFormRule,
    { currentPassword: "a long one", newPassword: "a long one" },
    "newPassword",
    "New password must be different from current password",
  ],
];

describe("the rules of §5", () => {
  test.each(refusals)("refuse %s", (_name, rule, input, param, msg) => {
    expect(check(rule, input)).toMatchObject({
      errors: expect.arrayContaining([{ param, msg }]) as unknown,
    });
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
    expect(check(taskQueryRule, { overdue: "true", due: "2026-03-29", team: "t1" })).toEqual({
      value: { page: 1, limit: 50, overdue: true, due: "2026-03-29", team: "t1" },
    });
    expect(check(taskQueryRule, { overdue: "false", due: "", team: "" })).toEqual({
      value: { page: 1, limit: 50 },
    });
  });

  test.each([
    ["eight emoji", "🦄🐙🦊🐳🦉🐝🦋🌵"],
    ["128 emoji", "🦄".repeat(128)],
    ["128 letters with combining accents", "e\u0301".repeat(128)],
    ["spaces only", " ".repeat(8)],
    ["quotes, tags and control characters", "\"'<b>\0\n\t"],
  ])("a password of %s", (_name, password) => {
    const input = { email: "a@b.co", password, role: "member" };
    expect(check(registrationRule, input)).toEqual({ value: input });
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

  test("a password with spaces around it, unchanged", () => {
    const input = { email: " a@b.co ", password: "  secret  ", role: "member" };
    expect(check(registrationRule, input)).toEqual({
      value: { email: "a@b.co", password: "  secret  ", role: "member" },
    });
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

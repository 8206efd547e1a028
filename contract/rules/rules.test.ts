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
/** Five characters that show nothing. */
const INVISIBLE = "\u200b\u2060\ufeff\u00ad\u200d";
const long = (length: number) => "x".repeat(length);

type Refusal = [name: string, input: unknown, param: string, msg: string];

const by = (rule: AnyObjectSchema, ...refusals: Refusal[]) =>
  refusals.map(([name, input, param, msg]) => [name, rule, input, param, msg] as const);

const refusals = [
  ...by(
    credentialsRule,
    ["no email", { password: "x" }, "email", "Email is required"],
    ["odd email", { email: "a@b", password: "x" }, "email", "Invalid email"],
    ["email in an array", { email: ["a@b.co"] }, "email", "Email is required"],
    ["long email", { email: `${long(254)}@b.co` }, "email", "Email must be at most 254 characters"],
    ["no password", { email: "a@b.co" }, "password", "Password is required"],
  ),
  ...by(
    registrationRule,
    [
      "short password",
      { password: "1234567" },
      "password",
      "Password must be at least 8 characters",
    ],
    [
      "long password",
      { password: long(129) },
      "password",
      "Password must be at most 128 characters",
    ],
    [
      "a password of seven emoji",
      { password: "🦄🐙🦊🐳🦉🐝🦋" },
      "password",
      "Password must be at least 8 characters",
    ],
    ["common password", { password: "PassWord123" }, "password", "Password is too common"],
    ["no role", {}, "role", "Role is required"],
    ["unknown role", { role: "owner" }, "role", "Role must be admin or member"],
    ["long role", { role: long(60_000) }, "role", "Role must be admin or member"],
  ),
  ...by(
    task,
    ["no title", {}, "title", "Title is required"],
    ["blank title", { title: "   " }, "title", "Title is required"],
    ["invisible title", { title: INVISIBLE }, "title", "Title is required"],
    [
      "long invisible title",
      { title: "\u200b".repeat(201) },
      "title",
      "Title must be at most 200 characters",
    ],
    ["short title", { title: " ab " }, "title", "Title must be at least 3 characters"],
    ["a title of two emoji", { title: "🦄🐙" }, "title", "Title must be at least 3 characters"],
    ["long title", { title: long(201) }, "title", "Title must be at most 200 characters"],
    ["no priority", {}, "priority", "Priority is required"],
    ["priority as null", { priority: null }, "priority", "Priority is required"],
    [
      "priority in an array",
      { priority: ["Low"] },
      "priority",
      "Priority must be one of Low, Medium, High",
    ],
    [
      "unknown priority",
      { priority: "Urgent" },
      "priority",
      "Priority must be one of Low, Medium, High",
    ],
    [
      "unknown status",
      { status: "Doing" },
      "status",
      "Status must be one of Todo, In Progress, Done",
    ],
    ["past due date", { due_date: "2026-03-28" }, "due_date", "Due date cannot be in the past"],
    [
      "a text that is no date",
      { due_date: "2026-02-30" },
      "due_date",
      "Due date must be a day, as yyyy-MM-dd",
    ],
    [
      "an instant",
      { due_date: "2027-01-01T00:00:00Z" },
      "due_date",
      "Due date must be a day, as yyyy-MM-dd",
    ],
    ["assignee as an object", { assignee_id: {} }, "assignee_id", "Assignee must be a user's id"],
  ),
  ...by(
    taskQueryRule,
    ["page 0", { page: "0" }, "page", "Page must be a whole number from 1 to 1000000000"],
    ["limit 101", { limit: "101" }, "limit", "Limit must be a whole number from 1 to 100"],
    [
      "a word as a page",
      { page: "two" },
      "page",
      "Page must be a whole number from 1 to 1000000000",
    ],
    ["odd boolean", { overdue: "1" }, "overdue", "Overdue must be true or false"],
    [
      "a day that does not exist",
      { due: "2026-02-30" },
      "due",
      "Due must be a day, as yyyy-MM-dd, a range of days, or today, week, next-week, none",
    ],
    ["team in an array", { team: ["x"] }, "team", "Team must be a team's id"],
  ),
  ...by(
    commentRule,
    ["blank comment", { comment: " \n " }, "comment", "Comment cannot be empty"],
    ["invisible comment", { comment: INVISIBLE }, "comment", "Comment cannot be empty"],
    ["long comment", { comment: long(5001) }, "comment", "Comment must be at most 5000 characters"],
  ),
  ...by(
    teamRule,
    ["no team name", { name: " " }, "name", "Team name is required"],
    ["invisible team name", { name: INVISIBLE }, "name", "Team name is required"],
  ),
  ...by(memberRule, ["no user", { userId: "" }, "userId", "Please select a user"]),
  ...by(userUpdateRule, [
    "is_active as text",
    { is_active: "true" },
    "is_active",
    "Status must be true or false",
  ]),
  ...by(
    profile,
    ["no name", { email: "a@b.co" }, "name", "Name is required"],
    ["invisible name", { name: INVISIBLE }, "name", "Name is required"],
    ["odd profile email", { name: "A", email: "a@" }, "email", "Please enter a valid email"],
  ),
  ...by(
    passwordFormRule,
    ["no current password", {}, "currentPassword", "Current password is required"],
    [
      "short new password",
      { newPassword: "1234567" },
      "newPassword",
      "New password must be at least 8 characters",
    ],
    [
      "long new password",
      { newPassword: long(129) },
      "newPassword",
      "New password must be at most 128 characters",
    ],
    [
      "common new password",
      { newPassword: "Qwertyuiop" },
      "newPassword",
      "New password is too common",
    ],
    ["no confirmation", { newPassword: "12345678" }, "confirmPassword", "Passwords do not match"],
    [
      "different confirmation",
      { newPassword: "12345678", confirmPassword: "12345679" },
      "confirmPassword",
      "Passwords do not match",
    ],
    [
      "the same password",
      { currentPassword: "a long one", newPassword: "a long one" },
      "newPassword",
      "New password must be different from current password",
    ],
  ),
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

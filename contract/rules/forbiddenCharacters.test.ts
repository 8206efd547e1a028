import { describe, expect, test } from "@jest/globals";
import type { AnyObjectSchema } from "yup";
import { commentRule } from "./comment.ts";
import { check } from "./common.ts";
import { profileRule } from "./profile.ts";
import { taskRule } from "./task.ts";
import { teamRule } from "./team.ts";

const task = taskRule("2026-03-29", null);
const savedTask = { title: "Wri\x01te", description: "a\x1b[0m", due_date: null };
const profile = profileRule(null);
const goodTask = { title: "Write", priority: "Low" };

describe("forbidden characters", () => {
  const written: [what: string, rule: AnyObjectSchema, param: string, name: string][] = [
    ["title", task, "title", "Title"],
    ["description", task, "description", "Description"],
    ["comment", commentRule, "comment", "Comment"],
    ["team name", teamRule, "name", "Team name"],
    ["team description", teamRule, "description", "Description"],
    ["name", profile, "name", "Name"],
  ];

  test.each(written)("control characters are refused in a %s", (_what, rule, param, name) => {
    for (const [character, code] of [
      ["\0", "U+0000"],
      ["\v", "U+000B"],
      ["\x1b", "U+001B"],
      ["\x7f", "U+007F"],
      ["\x85", "U+0085"],
    ] as const) {
      const msg = `${name} must not contain control characters (${code} in line 2)`;
      expect(check(rule, { [param]: `first\r\nse${character}cond` })).toMatchObject({
        errors: expect.arrayContaining([{ param, msg }]) as unknown,
      });
    }
  });

  test.each(written)(
    "long runs of combining marks are refused in a %s",
    (_what, rule, param, name) => {
      const msg = `${name} must not contain more than 30 combining marks in a row`;
      const refusal = { errors: expect.arrayContaining([{ param, msg }]) as unknown };
      expect(check(rule, { [param]: `Vietnam${"\u0323\u0302".repeat(15)}` })).not.toMatchObject(
        refusal,
      );
      expect(check(rule, { [param]: `Zalgo${"\u0345".repeat(31)}` })).toMatchObject(refusal);
    },
  );

  test("tabs and line breaks are accepted", () => {
    const description = "a\tb\r\nc\nd";
    expect(check(task, { ...goodTask, title: "Title", description })).toHaveProperty(
      "value.description",
      description,
    );
  });

  test("saved values of a task and a profile are accepted unchanged", () => {
    const rule = taskRule("2026-03-29", savedTask);
    const { title, description } = savedTask;
    expect(check(rule, { ...goodTask, title, description })).toMatchObject({
      value: { title, description },
    });
    expect(check(rule, { ...goodTask, title: `${title}!`, description })).toMatchObject({
      errors: [{ param: "title" }],
    });
    const saved = { name: "A\x01da", email: "ad\u00ada@example.com" };
    expect(check(profileRule(saved), saved)).toEqual({ value: saved });
    expect(
      check(profileRule(saved), { name: "A\x01d", email: "a\u00adda@example.com" }),
    ).toMatchObject({
      errors: [{ param: "name" }, { param: "email" }],
    });
  });
});

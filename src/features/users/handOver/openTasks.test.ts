import { describe, expect, test } from "@jest/globals";
import type { User } from "#contract/shapes/user.ts";
import { normaliseOpenTasks } from "./handOverApi.ts";
import { openTasksSentence, withListed } from "./openTasks.ts";

const user = (id: string): User => ({
  id,
  name: `Name ${id}`,
  email: "",
  role: "member",
  is_active: true,
  created_at: "",
});

describe("the sentence about open tasks", () => {
  test.each([
    ["", [{ id: "a", count: 0 }]],
    ["Name a has 1 open task.", [{ id: "a", count: 1 }]],
    ["Name b has 1,000+ open tasks.", [{ id: "b", count: 1_000, atLeast: true }]],
    [
      "2 users have 4 open tasks.",
      [
        { id: "a", count: 1 },
        { id: "b", count: 3 },
        { id: "c", count: 9 },
      ],
    ],
  ])("is %j", (sentence, users) => {
    expect(openTasksSentence([user("a"), user("b")], normaliseOpenTasks({ users }))).toBe(sentence);
  });
});

test("users who were not counted have the counts of the list", () => {
  const counts = { a: { count: 1 } };
  const others = [{ ...user("b"), open_tasks: 3 }, { ...user("c"), open_tasks: 0 }, user("d")];
  expect(withListed(counts, others)).toEqual({ a: { count: 1 }, b: { count: 3 } });
});

test.each([[null], [[]], [{ users: [null, { id: "a", count: "3" }] }]])(
  "the response %j has no counts",
  (raw) => {
    expect(normaliseOpenTasks(raw)).toEqual({});
  },
);

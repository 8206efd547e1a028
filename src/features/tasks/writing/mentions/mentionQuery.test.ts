import { describe, expect, test } from "@jest/globals";
import type { User } from "#contract/shapes/user.ts";
import { findQuery, offeredUsers, withMention } from "./mentionQuery.ts";

const user = (name: string, is_active = true): User => ({
  id: name,
  name,
  email: "x@example.com",
  role: "member",
  is_active,
  created_at: "",
});
const USERS = [user("Grace Hopper"), user("Ada Gray"), user("Gone Away", false), user("Bob")];

describe("a mention", () => {
  test.each([
    ["@", 1, { start: 0, text: "" }],
    ["Ask @Gr", 7, { start: 4, text: "Gr" }],
    ["Ask @Grace H now", 12, { start: 4, text: "Grace H" }],
    ["(@a", 3, { start: 1, text: "a" }],
    ["mail@example", 12, null],
    ["@Grace\nnow", 10, null],
    ["no sign", 3, null],
  ])("in %j with the caret at %j is %j", (value, caret, expected) => {
    expect(findQuery(value, caret)).toEqual(expected);
  });

  test("offers active users, first those whose name begins with the query", () => {
    const names = (text: string) => offeredUsers(USERS, { start: 0, text }).map(({ name }) => name);
    expect(names("g")).toEqual(["Grace Hopper", "Ada Gray"]);
    expect(names("GRACE h")).toEqual(["Grace Hopper"]);
    expect(names("x")).toEqual([]);
  });

  test("replaces the typed query, followed by one space", () => {
    const query = { start: 4, text: "gr" };
    const range = [4, 7];
    expect(withMention("Ask @gr", query, "Ada Gray")).toEqual({ text: "@Ada Gray ", range });
    expect(withMention("Ask @gr now", query, "Ada")).toEqual({ text: "@Ada", range });
  });
});

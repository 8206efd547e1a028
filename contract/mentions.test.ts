import { describe, expect, test } from "@jest/globals";
import { mentionNames, mentionSpans, mentionsIn } from "./mentions.ts";

const USERS = ["Ann", "Ann Lee", "Zoë O'Neil", "Ken", "Ken"].map((name, id) => ({ name, id }));

const ids = (text: string) => mentionsIn(text, USERS).map(({ id }) => id);

describe("mentionsIn", () => {
  test.each([
    ["@Ann", [0]],
    ["Ask @Ann, or (@Ann Lee).", [0, 1]],
    ["@Ann Lee's idea", [1]],
    ["@Ann Leeway", [0]],
    ["@ann lee @ANN LEE", [1]],
    ["@Zoe\u0308 O'Neil!", [2]],
    ["@Ken", [3, 4]],
    ["@Anna", []],
    ["ann@Ann.example", []],
    ["@@Ann", []],
    ["Ann", []],
    ["@ Ann", []],
    ["", []],
  ])("finds the mentioned users in %j", (text, expected) => {
    expect(ids(text)).toEqual(expected);
  });

  test("takes linear time for a text of @ signs and names of every length", () => {
    const users = Array.from({ length: 100 }, (_none, at) => ({ name: "a".repeat(at + 1) }));
    const start = performance.now();
    expect(mentionsIn(`@${"a".repeat(200)} `.repeat(1_000), users)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

test.each([
  ["Ask @Ann, or (@ANN LEE).", ["@Ann", "@ANN LEE"]],
  // The name in the text has one character more than the user's.
  ["@Zoe\u0308 O'Neil!", ["@Zoe\u0308 O'Neil"]],
  ["@İo and @iO", ["@İo", "@iO"]],
  ["ann@Ann.example @Nobody", []],
])("mentionSpans finds where %j mentions users", (text, expected) => {
  const names = mentionNames([...USERS, { name: "io", id: 9 }]);
  const found = mentionSpans(text, names).map(({ start, end }) => text.slice(start, end));
  expect(found).toEqual(expected);
});

import { expect, test } from "@jest/globals";
import clone from "./clone.ts";
import cloneDeep from "./cloneDeep.ts";
import isPlainObject from "./isPlainObject.ts";
import toPath from "./toPath.ts";

test("clone copies the first level, cloneDeep every level", () => {
  const values = { list: [{ title: "a" }], none: null };
  expect(clone(values)).toEqual(values);
  expect(clone(values)).not.toBe(values);
  expect(clone(values).list).toBe(values.list);
  expect(clone(values.list)).toEqual(values.list);
  expect(clone("text")).toBe("text");
  expect(clone(undefined)).toBeUndefined();
  expect(cloneDeep(values)).toEqual(values);
  expect(cloneDeep(values).list[0]).not.toBe(values.list[0]);
  expect(cloneDeep(undefined)).toBeUndefined();
});

test("only object literals are plain", () => {
  expect([{}, { a: 1 }].map(isPlainObject)).toEqual([true, true]);
  expect([null, "text", [], new Date()].map(isPlainObject)).toEqual([false, false, false, false]);
});

test.each([
  ["email", ["email"]],
  ["team.name", ["team", "name"]],
  ["tasks[0].title", ["tasks", "0", "title"]],
  ["", []],
])("toPath(%j)", (path, keys) => {
  expect(toPath(path)).toEqual(keys);
  expect(toPath(keys)).toBe(keys);
});

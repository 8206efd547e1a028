import "@testing-library/jest-dom/jest-globals";
import { afterEach, expect } from "@jest/globals";
import { configure } from "@testing-library/dom";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import "./browserGaps.ts";

// A generous timeout, not a delay: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 45_000 });

// In development the store reports illegal events. Tests must not cause any.
const illegal: unknown[] = [];
const { warn } = console;
// oxlint-disable-next-line eslint/no-console -- a report must fail its test
console.warn = (...args: unknown[]) => {
  if (String(args[0]).startsWith(ILLEGAL_EVENT)) illegal.push(args[0]);
  else warn(...args);
};
afterEach(() => {
  expect(illegal.splice(0)).toEqual([]);
});

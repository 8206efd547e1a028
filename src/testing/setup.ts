import "@testing-library/jest-dom/jest-globals";
import { afterEach, expect } from "@jest/globals";
import { configure } from "@testing-library/dom";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import "./browserGaps.ts";

// The end of patience, not a wait: a busy machine must not fail a test.
configure({ asyncUtilTimeout: 45_000 });

// In development the store reports events that its machines don't expect. No use of the app has any.
const illegal: unknown[] = [];
const { warn } = console;
// oxlint-disable-next-line eslint/no-console -- a report must fail the test in which it appears
console.warn = (...said: unknown[]) => {
  if (String(said[0]).startsWith(ILLEGAL_EVENT)) illegal.push(said[0]);
  else warn(...said);
};
afterEach(() => {
  expect(illegal.splice(0)).toEqual([]);
});

import { expect, test } from "@jest/globals";
import { areSessions } from "./pooler.ts";

test("a connection has a session when one process serves it, and it alone", () => {
  expect(areSessions([1, 1], [2, 2])).toBe(true);
  // One that was just given back is the first to be lent: what PgBouncer does.
  expect(areSessions([1, 1], [1, 1])).toBe(false);
  // They are lent in turn.
  expect(areSessions([1, 2], [2, 1])).toBe(false);
  expect(areSessions([1, 4], [2, 3])).toBe(false);
});

import { expect, test } from "@jest/globals";
import { haveOwnBackends } from "./pooler.ts";

test("session pooling: each connection keeps its own backend process", () => {
  expect(haveOwnBackends([1, 1], [2, 2])).toBe(true);
  // PgBouncer lends the connection that was returned last.
  expect(haveOwnBackends([1, 1], [1, 1])).toBe(false);
  // A pooler that lends its connections in turn.
  expect(haveOwnBackends([1, 2], [2, 1])).toBe(false);
  expect(haveOwnBackends([1, 4], [2, 3])).toBe(false);
});

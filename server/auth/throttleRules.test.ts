import { describe, expect, test } from "@jest/globals";
import {
  ALL_EXPIRED_MS,
  addFailure,
  type Failures,
  responseDelay,
  retryDelay,
  type Scope,
} from "./throttleRules.ts";

const START = new Date("2026-03-15T12:00:00.000Z");
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

function after(failures: number, scope: Scope): Failures | undefined {
  let known: Failures | undefined;
  for (let count = 0; count < failures; count += 1) known = addFailure(scope, known, START);
  return known;
}

const waits = (scope: "pair" | "address", failures: number[]) =>
  failures.map((count) => retryDelay(scope, after(count, scope), START) / 1000);

describe("delays", () => {
  test("blocks an account on a network after five failures, for at most one minute", () => {
    expect(waits("pair", [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 50])).toEqual([
      0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60,
    ]);
  });

  test("blocks a network after twenty failures, for at most one minute", () => {
    expect(waits("address", [19, 20, 21, 26, 50])).toEqual([0, 1, 2, 60, 60]);
  });

  test("blocks an account after fifty failures until one expires", () => {
    const known = after(60, "day");
    expect(known?.failures).toBe(50);
    const [second, minute] = [1, 60];
    expect(retryDelay("day", after(49, "day"), START)).toBe(0);
    expect(retryDelay("day", known, START)).toBe(28.8 * minute * 1000);
    expect(retryDelay("day", known, later(28.8 * minute - second))).toBe(1000);
    expect(retryDelay("day", known, later(28.8 * minute))).toBe(0);
  });

  test("accepts at most a hundred failures per account in any 24 hours", () => {
    let known: Failures | undefined;
    let tried = 0;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      while (retryDelay("day", known, later(minute * 60)) === 0) {
        known = addFailure("day", known, later(minute * 60));
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(50);
    expect(tried).toBeLessThanOrEqual(100);
  });

  test("failures dated a year ahead by a wrong clock cause no wait", () => {
    const year = 365 * 24 * 60 * 60;
    for (const scope of ["pair", "address", "day"] as const) {
      let known: Failures | undefined;
      for (let count = 0; count < 60; count += 1) known = addFailure(scope, known, later(year));
      expect(retryDelay(scope, known, START)).toBe(0);
      expect(addFailure(scope, known, START).failures).toBe(1);
    }
  });

  test("a clock that is set back makes no wait longer", () => {
    const known = after(7, "pair");
    expect(retryDelay("pair", known, later(3))).toBe(1_000);
    expect(retryDelay("pair", known, later(4))).toBe(0);
    expect(retryDelay("pair", known, later(-1))).toBe(3_000);
    expect(retryDelay("pair", known, later(-3_600))).toBe(0);
    expect(responseDelay(after(50, "account"), later(-3_600))).toBe(0);
  });

  test("one failure expires in each minute without a new failure", () => {
    const known = after(50, "account");
    expect(responseDelay(known, later(59))).toBe(3_000);
    expect(responseDelay(known, later(60))).toBe(1_600);
    expect(responseDelay(known, later(4 * 60))).toBe(200);
    expect(responseDelay(known, later(5 * 60))).toBe(0);
    expect(addFailure("account", known, later(7 * 60)).failures).toBe(8);
    for (const scope of ["pair", "address", "account", "day"] as const) {
      const end = new Date(START.getTime() + ALL_EXPIRED_MS);
      expect(addFailure(scope, after(50, scope), end).failures).toBe(1);
    }
  });
});

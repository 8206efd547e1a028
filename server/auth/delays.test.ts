import { describe, expect, test } from "@jest/globals";
import { ALL_FORGOTTEN, type Failures, holdOf, networkOf, oneMore, waitOf } from "./delays.ts";

const START = new Date("2026-03-15T12:00:00.000Z");
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);

function after(failures: number, scope: "pair" | "address" | "account"): Failures | undefined {
  let known: Failures | undefined;
  for (let count = 0; count < failures; count += 1) known = oneMore(scope, known, START);
  return known;
}

const waits = (scope: "pair" | "address", failures: number[]) =>
  failures.map((count) => waitOf(scope, after(count, scope), START) / 1000);

describe("delays", () => {
  test("an account is refused to an address after five failures, for a minute at most", () => {
    expect(waits("pair", [0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 50])).toEqual([
      0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60,
    ]);
  });

  test("an address is refused after twenty", () => {
    expect(waits("address", [19, 20, 21, 26, 50])).toEqual([0, 1, 2, 60, 60]);
  });

  test("an account's answers are held after ten, for three seconds at most", () => {
    const holds = [0, 9, 10, 11, 12, 13, 14, 50].map((count) =>
      holdOf(after(count, "account"), START),
    );
    expect(holds).toEqual([0, 0, 200, 400, 800, 1_600, 3_000, 3_000]);
  });

  test("a wait passes, and a clock that was set back makes it neither longer nor last", () => {
    const known = after(7, "pair");
    expect(waitOf("pair", known, later(3))).toBe(1_000);
    expect(waitOf("pair", known, later(4))).toBe(0);
    expect(waitOf("pair", known, later(-1))).toBe(3_000);
    expect(waitOf("pair", known, later(-3_600))).toBe(0);
    expect(holdOf(after(50, "account"), later(-3_600))).toBe(0);
  });

  test("every minute without a failure forgets one, and then all are forgotten", () => {
    const known = after(50, "account");
    expect(holdOf(known, later(59))).toBe(3_000);
    expect(holdOf(known, later(60))).toBe(1_600);
    expect(holdOf(known, later(4 * 60))).toBe(200);
    expect(holdOf(known, later(5 * 60))).toBe(0);
    expect(oneMore("account", known, later(7 * 60)).failures).toBe(8);
    for (const scope of ["pair", "address", "account"] as const) {
      const end = new Date(START.getTime() + ALL_FORGOTTEN);
      expect(oneMore(scope, after(50, scope), end).failures).toBe(1);
    }
  });
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
  ["203.0.113.7:49152", "203.0.113.7"],
  ["[2001:db8::1]:49152", "2001:db8:0:0::/64"],
  ["[::ffff:203.0.113.7]", "203.0.113.7"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

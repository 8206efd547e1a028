import { describe, expect, test } from "@jest/globals";
import { daysFrom, wholeTicks } from "./deadlineDays.ts";

describe("the days of the deadlines chart", () => {
  test("are consecutive across the end of a month and a daylight saving change", () => {
    const days = daysFrom("2026-03-27", 14, [{ date: "2026-03-29", count: 2 }]);
    expect(days).toHaveLength(14);
    expect(days[0]).toEqual({ date: "2026-03-27", count: 0 });
    expect(days[2]).toEqual({ date: "2026-03-29", count: 2 });
    expect(days[13]).toEqual({ date: "2026-04-09", count: 0 });
  });

  test("include every day that the server sends", () => {
    const days = daysFrom("2026-03-02", 2, [
      { date: "2026-03-09", count: 1 },
      { date: "2026-03-01", count: 3 },
    ]);
    expect(days.map(({ date }) => date)).toEqual([
      "2026-03-01",
      "2026-03-02",
      "2026-03-03",
      "2026-03-09",
    ]);
  });
});

describe("the axis of the deadlines chart", () => {
  test.each([0, 1, 2, 5, 6, 11, 49, 1000])(
    "counts up to %d in at most six whole numbers",
    (most) => {
      const ticks = wholeTicks(most);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(1, most));
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(6);
    },
  );
});

/** A day and the tasks that are due on it, as nivo's bars want it. */
export interface DeadlineBar {
  date: string;
  count: number;
  [key: string]: string | number;
}

const DAY_MS = 86_400_000;

/**
 * `length` days from `today` on, so that a gap between two deadlines is seen as one, and whatever
 * other days the figures hold, in order.
 */
export function daysFrom(
  today: string,
  length: number,
  figures: readonly { date: string; count: number }[],
): DeadlineBar[] {
  const counts = new Map<string, number>();
  const start = Date.parse(`${today}T00:00:00Z`);
  for (let day = 0; day < length; day += 1) {
    counts.set(new Date(start + day * DAY_MS).toISOString().slice(0, 10), 0);
  }
  for (const { date, count } of figures) counts.set(date, (counts.get(date) ?? 0) + count);
  return Array.from(counts, ([date, count]) => ({ date, count })).sort((a, b) =>
    a.date < b.date ? -1 : 1,
  );
}

/** Whole numbers for an axis that reaches at least `most`: five steps or so, the last one on top. */
export function wholeTicks(most: number): number[] {
  const step = Math.max(1, Math.ceil(most / 5));
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

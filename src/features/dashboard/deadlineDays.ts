import { DAY_MS } from "#contract/time.ts";

/** A day and the number of tasks due on it, as a row of nivo's bar chart. */
export interface DeadlineBar {
  date: string;
  count: number;
  [key: string]: string | number;
}

/** The days in `figures` and `length` days from `today` on, in order. Days without tasks count 0. */
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

/** Integer ticks from 0 to at least `max`, in about five steps. */
export function wholeTicks(max: number): number[] {
  const step = Math.max(1, Math.ceil(max / 5));
  const steps = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

import { type Result, simulate, type Simulation } from "./simulationWorld.ts";

/** Answers that count as slow, in µs: one in a hundred may be. */
export const SLOW = 200_000;
/** People beyond whom nobody looks. */
const MOST = 200_000;
/** How closely the number is told. */
const STEP = 1.06;

export interface Capacity {
  people: number;
  result: Result;
  /** What works most. */
  busiest: string;
}

/** How many people can work at once while 99 of 100 answers take less than {@link SLOW}. */
export function capacity(simulation: Simulation): Capacity {
  const at = (people: number) =>
    simulate({ ...simulation, work: { ...simulation.work, people: Math.round(people) } });
  let good = 1;
  let result = at(good);
  let bad = 4;
  for (; bad < MOST; bad *= 4) {
    const next = at(bad);
    if (!(next.p99 < SLOW)) break;
    [good, result] = [bad, next];
  }
  while (bad / good > STEP) {
    const middle = Math.sqrt(bad * good);
    const next = at(middle);
    if (next.p99 < SLOW) [good, result] = [middle, next];
    else bad = middle;
  }
  const [busiest = ""] = Object.entries(result.busy).toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return { people: Math.round(good), result, busiest };
}

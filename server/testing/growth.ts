import { SOME_HOSTILE_TEXTS, type TextOf } from "./hostileTexts.ts";

/** Text lengths. `npm run test:deep` adds the longest request body. */
const LENGTHS = [1_024, 4_096, 16_384, ...(process.env["TEST_DEEP"] ? [65_536] : [])];

/**
 * Growth is measured only from this time on: shorter times are too imprecise, and a quadratic
 * function takes longer for 16 KiB.
 */
const MEASURABLE_MS = 20;

/** With four times the input, a linear function takes 4 times as long and a quadratic one 16 times. */
const GROWTH_MAX = 8;
const RUNS = 3;
const ATTEMPTS = 3;

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const minCpuMs = (work: () => void): number =>
  Math.min(...Array.from({ length: RUNS }, () => cpuMs(work)));

/** A function that processes a client's text, and its name. */
export type TextFunction = readonly [name: string, read: (text: string) => unknown];

/** The factor by which a function's running time grows for a text that is four times as long. */
function growthOf(read: TextFunction[1], large: string, small: string): number {
  if (cpuMs(() => read(large)) < MEASURABLE_MS) return 0;
  let growth = Number.POSITIVE_INFINITY;
  // Other programs may disturb one measurement, but not all.
  for (let attempt = 0; attempt < ATTEMPTS && growth > GROWTH_MAX; attempt += 1) {
    const largeMs = minCpuMs(() => read(large));
    const fourSmallMs = minCpuMs(() => {
      for (let times = 0; times < 4; times += 1) read(small);
    });
    growth = Math.min(growth, (4 * largeMs) / fourSmallMs);
  }
  return growth;
}

/** The functions whose time grows faster than the text's length, each with the first such text. */
export function slowFunctions(
  functions: readonly TextFunction[],
  texts: readonly (readonly [name: string, textOf: TextOf])[] = SOME_HOSTILE_TEXTS,
): string[] {
  const slow = new Map<string, string>();
  for (const [text, textOf] of texts) {
    let small = "";
    for (const length of LENGTHS) {
      const large = textOf(length);
      for (const [name, read] of functions) {
        if (slow.has(name)) continue;
        const growth = growthOf(read, large, small);
        if (growth > GROWTH_MAX) slow.set(name, `${name}: ${text} (${growth.toFixed(1)} times)`);
      }
      small = large;
    }
  }
  return Array.from(slow.values());
}

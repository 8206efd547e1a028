import { HOSTILE_TEXTS } from "./hostileTexts.ts";

/** The longest text is as long as the longest body. Shorter ones find a hopeless case sooner. */
const LENGTHS = [1_024, 4_096, 16_384, 65_536];

/** Below this the thread's clock tells too little. What is quadratic takes seconds at 64 KiB. */
const JUDGED_FROM_MS = 20;

/** Four times the length takes a linear function 4 times as long, a quadratic one 16 times. */
const TOLERATED = 8;
const RUNS = 3;
const ATTEMPTS = 3;

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const leastCpuMs = (work: () => void): number =>
  Math.min(...Array.from({ length: RUNS }, () => cpuMs(work)));

/** A function of a client's text, and its name. */
export type Reader = readonly [name: string, read: (text: string) => unknown];

/** How many times as long a function takes for a text that is four times as long. */
function growthOf(read: Reader[1], large: string, small: string): number {
  if (cpuMs(() => read(large)) < JUDGED_FROM_MS) return 0;
  let growth = Number.POSITIVE_INFINITY;
  // Something else on the machine may disturb one measurement, not all of them.
  for (let attempt = 0; attempt < ATTEMPTS && growth > TOLERATED; attempt += 1) {
    const largeMs = leastCpuMs(() => read(large));
    const fourSmallMs = leastCpuMs(() => {
      for (let times = 0; times < 4; times += 1) read(small);
    });
    growth = Math.min(growth, (4 * largeMs) / fourSmallMs);
  }
  return growth;
}

/** The functions whose time grows faster than the length of a hostile text: each with the first. */
export function slowReaders(readers: readonly Reader[]): string[] {
  const slow = new Map<string, string>();
  for (const [text, textOf] of HOSTILE_TEXTS) {
    let small = "";
    for (const length of LENGTHS) {
      const large = textOf(length);
      for (const [name, read] of readers) {
        if (slow.has(name)) continue;
        const growth = growthOf(read, large, small);
        if (growth > TOLERATED) slow.set(name, `${name}: ${text} (${growth.toFixed(1)} times)`);
      }
      small = large;
    }
  }
  return Array.from(slow.values());
}

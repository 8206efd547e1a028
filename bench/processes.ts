import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Linux counts CPU time in hundredths of a second. */
const TICK_US = 10_000;

interface Process {
  id: number;
  parent: number;
  name: string;
  /** CPU time in µs, including ended children. */
  cpu: number;
}

function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, "utf8");
        const [, id, title = "", rest = ""] = /^(\d+) \((.*)\) (.*)$/s.exec(text) ?? [];
        const fields = rest.split(" ");
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
        return [{ id: Number(id), parent: Number(fields[1]), name: title, cpu: ticks * TICK_US }];
      } catch {
        // The process has ended.
        return [];
      }
    });
}

/** This process and its descendants. */
function ownProcesses(): Process[] {
  const all = processes();
  const ours = new Set([process.pid]);
  for (let before = 0; before !== ours.size; ) {
    before = ours.size;
    for (const { id, parent } of all) if (ours.has(parent)) ours.add(id);
  }
  return all.filter(({ id }) => ours.has(id));
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);

/** The CPU time in µs of this process's descendants with this name. NaN on systems other than Linux. */
export function cpuOfDescendants(name: string): number {
  if (process.platform !== "linux") return Number.NaN;
  return sum(ownProcesses().flatMap((one) => (one.name === name ? [one.cpu] : [])));
}

/**
 * Returns a function that computes the share of CPU time that other programs have used since. With a
 * large share, measurements are unreliable. NaN on systems other than Linux.
 */
export function watchOthers(): () => number {
  if (process.platform !== "linux") return () => Number.NaN;
  const read = () => ({
    at: performance.now(),
    all: sum(cpus().flatMap(({ times: { user, nice, sys, irq } }) => [user, nice, sys, irq])),
    ours: sum(ownProcesses().map(({ cpu }) => cpu)) / 1_000,
  });
  const before = read();
  return () => {
    const now = read();
    const others = now.all - before.all - (now.ours - before.ours);
    return Math.max(0, others / (now.at - before.at) / cpus().length);
  };
}

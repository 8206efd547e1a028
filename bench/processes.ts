import { readdirSync, readFileSync } from "node:fs";

/** Linux counts a process's time in hundredths of a second. */
const TICK = 10_000;

interface Process {
  id: number;
  parent: number;
  name: string;
  /** CPU time in µs, with that of the children that have ended. */
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
        return [{ id: Number(id), parent: Number(fields[1]), name: title, cpu: ticks * TICK }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/**
 * CPU time in µs of the processes with this name that this one has started, directly or not. Knows
 * Linux only; NaN elsewhere.
 */
export function cpuOfDescendants(name: string): number {
  if (process.platform !== "linux") return Number.NaN;
  const all = processes();
  const ours = new Set([process.pid]);
  for (let before = 0; before !== ours.size; ) {
    before = ours.size;
    for (const { id, parent } of all) if (ours.has(parent)) ours.add(id);
  }
  return all
    .filter((one) => one.name === name && ours.has(one.id))
    .reduce((sum, { cpu }) => sum + cpu, 0);
}

import { readFileSync, writeFileSync } from "node:fs";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { MeasuredServer } from "./measured.ts";

export const MB = 1024 * 1024;

/** The server under attack. `call` sends requests of `session`, who is an admin. */
export interface Target {
  server: MeasuredServer;
  where: string;
  session: SessionResponse;
  call(method: string, url: string, body?: unknown, from?: string): Promise<Response>;
}

/** Runs an attack, and describes its outcome. */
export type Attack = (target: Target) => Promise<string>;

/** The duration of some work in ms. */
export const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start);
};

/** The number of responses of each status. */
export function countsOf(responses: readonly Response[]): string {
  const counts = new Map<number, number>();
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}

/**
 * Returns a function that reads by how many bytes the server's resident memory has grown at most.
 * Linux only: NaN elsewhere.
 */
export async function watchMemory(server: MeasuredServer): Promise<() => number> {
  if (process.platform !== "linux") return () => Number.NaN;
  // Collects garbage, so that the memory of the last attack doesn't hide that of the next one.
  await server.memoryInUse();
  const read = (name: string) => {
    const text = readFileSync(`/proc/${server.pid}/status`, "utf8");
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]) * 1024;
  };
  // 5: the peak begins at the current size (proc(5)).
  writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
  const before = read("VmRSS");
  return () => read("VmHWM") - before;
}

import type { Call } from "./loadGenerator.ts";
import type { LoadTarget, Use } from "./loadTarget.ts";
import {
  type DatabaseFigures,
  KINDS,
  LOADS,
  type Load,
  MIX,
  type Steady,
  type Throughput,
} from "./measurements.ts";

const CONNECTIONS = 16;
/** Response times are measured at these shares of the highest rate. */
const SHARES = [0.5, 0.8];
const SEED = 20_261_121;

/** Measures the highest rate of each load, and response times at lower rates. */
export async function measureThroughput(
  target: LoadTarget,
  seconds: number,
): Promise<Pick<DatabaseFigures, "throughput" | "steady">> {
  const throughput: Partial<Record<Load, Throughput>> = {};
  const steady: Steady[] = [];
  for (const load of LOADS) {
    const all = { connections: CONNECTIONS };
    await target.use(await callsOf(target, load), seconds / 4, all);
    const most = await target.use(await callsOf(target, load), seconds, all);
    throughput[load] = figuresOf(most);
    for (const share of SHARES) {
      const how = { rate: most.rate * share, seed: SEED };
      const { rate, p50, p99 } = await target.use(await callsOf(target, load), seconds, how);
      steady.push({ load, share, rate, p50, p99 });
    }
  }
  return { throughput: throughput as Record<Load, Throughput>, steady };
}

const figuresOf = ({ rate, p50, p99, server, database }: Use): Throughput => ({
  rate,
  p50,
  p99,
  server,
  database,
});

async function callsOf(target: LoadTarget, load: Load): Promise<Call[]> {
  return load === "mixed" ? await mixedCalls(target) : await target.calls(load);
}

/**
 * Calls of all kinds, in the proportions of the mix. Every move occurs once, so that no move is
 * redundant when the sequence repeats.
 */
async function mixedCalls(target: LoadTarget): Promise<Call[]> {
  const kinds = await Promise.all(
    KINDS.filter((kind) => kind !== "board").map(async (kind) => ({
      kind,
      // The share of moves determines how many board reads return a changed board.
      times: MIX[kind] + (kind === "again" ? MIX.board : 0),
      calls: await target.calls(kind),
      sent: 0,
    })),
  );
  const rounds = kinds.find(({ kind }) => kind === "move")?.calls.length ?? 0;
  const total = kinds.reduce((sum, { times }) => sum + times, 0);
  return Array.from({ length: rounds * total }, () => {
    const [due] = kinds.toSorted((a, b) => (a.sent + 0.5) / a.times - (b.sent + 0.5) / b.times);
    const call = due?.calls[due.sent % due.calls.length];
    if (!due || !call) throw new Error("there are no calls");
    due.sent += 1;
    return call;
  });
}

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
/** Shares of the highest rate at which the times of a server mean something. */
const SHARES = [0.5, 0.8];
const SEED = 20_261_121;

/** How many calls a second the server answers at most, and how fast at a rate below that. */
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
 * The kinds of calls in turn, each as often as the mix has it, and as many as it takes to make every
 * move once: so none is in vain when the first call comes again.
 */
async function mixedCalls(target: LoadTarget): Promise<Call[]> {
  const kinds = await Promise.all(
    KINDS.filter((kind) => kind !== "board").map(async (kind) => ({
      kind,
      // Which boards are new depends on the moves between them.
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
    if (!due || !call) throw new Error("there is nothing to ask for");
    due.sent += 1;
    return call;
  });
}

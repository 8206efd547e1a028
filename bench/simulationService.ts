import { type Cost, type DatabaseFigures, type Kind, KINDS } from "./measurements.ts";

/** What a call takes: of its server, of the database's processors, and of waiting for its disk. */
export interface Service {
  server: number;
  database: number;
  wait: number;
}

export type Services = Readonly<Record<Kind, Service>>;

/**
 * The service times of a database with so many tasks, from what was measured. A server with much to
 * do needs less for a call than one that was idle before it, so what was measured call by call is
 * scaled by what the reading of an unchanged board cost under full load.
 *
 * A server on SQLite does one thing at a time, the writing to disk included: what it does is a
 * second divided by how many it can do.
 */
export function servicesOf(figures: DatabaseFigures, tasks: number): Services {
  const { again, move } = figures.throughput;
  const few = costOf(figures, 100, "again");
  const isSqlite = few.database === 0;
  const ofServer = (isSqlite ? 1e6 / again.rate : again.server) / few.server;
  const ofDatabase = isSqlite ? 0 : again.database / few.database;

  function service(kind: Kind): Service {
    const cost = costOf(figures, tasks, kind);
    const server = cost.server * ofServer;
    if (kind !== "move") return { server, database: cost.database * ofDatabase, wait: 0 };
    const growth = cost.server / costOf(figures, 100, "move").server;
    if (isSqlite) return { server: (1e6 / move.rate) * growth, database: 0, wait: 0 };
    return { server: move.server * growth, database: move.database, wait: commitWait(figures) };
  }
  return Object.fromEntries(KINDS.map((kind) => [kind, service(kind)])) as unknown as Services;
}

/** How long a move waits without working for it, beyond what a task that is only read does. */
function commitWait(figures: DatabaseFigures): number {
  const idle = ({ p50, server, database }: Cost) => p50 - server - database;
  const move = costOf(figures, 100, "move");
  return Math.max(0, idle(move) - idle(costOf(figures, 100, "task")));
}

function costOf(figures: DatabaseFigures, tasks: number, kind: Kind): Cost {
  const cost = figures.tasks.find((one) => one.tasks === tasks)?.costs[kind];
  if (!cost) throw new Error(`${kind} wasn't measured with ${tasks} tasks`);
  return cost;
}

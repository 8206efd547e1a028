import type { Kind } from "./measurements.ts";
import { exponential, randomNumbers } from "./random.ts";
import { Clock, Histogram, Places, Station } from "./simulationEngine.ts";
import type { Service, Services } from "./simulationService.ts";

const SECOND = 1e6;
/** How long is counted at least: too much work takes a while to show. */
const LEAST = 6 * SECOND;

/** What a deployment is made of. */
export interface Shape {
  /** Server processes, each on a processor of its own. */
  processes: number;
  /** Connections of each process to each database server. */
  connections: number;
  /** Processors of each database server. */
  cores: number;
  /** Read replicas, and how far they are behind, in µs. */
  replicas: number;
  lag: number;
  /** Workers of a distributed database, between which the workspaces are divided; 0 without. */
  workers: number;
}

/** What people ask for themselves. */
type Deed = Exclude<Kind, "board" | "again">;

/** What people do. */
export interface Work {
  people: number;
  /** How many share a board; Infinity for all. Each has it open, and sees all moves on it. */
  together: number;
  /** What one of them does a minute. */
  perMinute: Readonly<Record<Deed, number>>;
  /** µs between two rounds in which an open board is fetched again (src/features/live). */
  pause: number;
  /** µs over which boards that hear of a move at once spread their asking. */
  spread: number;
  /** What an open board asks for after news. */
  refetch: Kind;
}

export interface Simulation {
  shape: Shape;
  work: Work;
  services: Services;
  /** How service times are spread around their mean: quantiles as shares of it. */
  spread: readonly number[];
  /** µs to write one event to one stream. */
  fanOut: number;
  seed: number;
  /** Answers to count at least, after a fifth as many to warm up. */
  answers: number;
}

export interface Result {
  p50: number;
  p99: number;
  /** Answers a second, and how many of them are boards fetched after news. */
  rate: number;
  refetches: number;
  /** The share of time that the busiest of a kind works. */
  busy: Record<string, number>;
}

/** Longer than it ever takes news to reach a browser, mostly: a hundredth of a second. */
const NETWORK = 10_000;
/** CPU of a coordinator to route a query to its worker: an assumption, see docs/scaling.md. */
const ROUTING = 100;

/** An open board, as src/features/live/newsDesk.ts keeps it fresh. */
interface Tab {
  process: number;
  workspace: number;
  resting: boolean;
  running: boolean;
  stale: boolean;
}

/** Lets people work for a while, and tells how they were served. */
export function simulate(simulation: Simulation): Result {
  const { shape, work, services, spread, seed, answers, fanOut } = simulation;
  const random = randomNumbers(seed);
  const clock = new Clock();
  const pick = (count: number) => Math.floor(random() * count);
  const stations = (name: string, count: number, servers: number) =>
    Array.from({ length: count }, () => new Station(clock, name, servers));

  const servers = stations("server", shape.processes, 1);
  const primary = stations("primary", 1, shape.cores);
  const replicas = stations("replica", shape.replicas, shape.cores);
  const workers = stations("worker", shape.workers, shape.cores);
  const pools = new Map(
    [...primary, ...replicas].map((node) => [
      node,
      servers.map(() => new Places(shape.connections)),
    ]),
  );

  /** For each workspace, how often its board was changed, and which of them each process has made. */
  const changes: number[] = [];
  const made: number[][] = servers.map(() => []);

  const times = new Histogram();
  let seen = 0;
  let counted = 0;
  let refetches = 0;
  let began = 0;
  const varied = (mean: number) => mean * (spread[pick(spread.length)] ?? 1);

  function answered(asked: number, isRefetch: boolean) {
    seen += 1;
    if (began === 0 && seen >= answers / 5 && clock.now >= LEAST / 5) {
      began = clock.now;
      for (const station of [...servers, ...primary, ...replicas, ...workers]) station.reset();
    }
    if (began === 0 || asked < began) return;
    counted += 1;
    if (isRefetch) refetches += 1;
    times.add(clock.now - asked);
  }

  /** Which database server answers, and how long it has to catch up with what the asker knows. */
  function nodeFor(kind: Kind, fresh: boolean): { node: Station | undefined; lag: number } {
    const replica = kind === "move" ? undefined : replicas[pick(replicas.length)];
    return { node: replica ?? primary[0], lag: replica && fresh ? shape.lag : 0 };
  }

  /** A board that this process has made since it was last changed is sent again as it is. */
  function serviceOf(kind: Kind, { process, workspace }: Tab): Service {
    const boards = made[process];
    if (kind !== "board" || !boards) return services[kind];
    const newest = changes[workspace] ?? 0;
    if (boards[workspace] === newest) return services.again;
    boards[workspace] = newest;
    return services.board;
  }

  function ask(kind: Kind, tab: Tab, fresh: boolean, then: () => void): void {
    const service = serviceOf(kind, tab);
    const asked = clock.now;
    const done = () => {
      answered(asked, fresh);
      then();
    };
    servers[tab.process]?.serve(varied(service.server), () => {
      const { node, lag } = nodeFor(kind, fresh);
      const pool = node && pools.get(node)?.[tab.process];
      if (!pool || service.database === 0) return done();
      pool.enter(() => {
        const leave = () => {
          pool.leave();
          done();
        };
        const work = varied(service.database);
        const worker = workers[tab.workspace % Math.max(1, workers.length)];
        clock.after(lag, () =>
          (worker ?? node).serve(work, () => {
            const wait = () => clock.after(service.wait, leave);
            if (worker) node.serve(ROUTING, wait);
            else wait();
          }),
        );
      });
    });
  }

  const workspaces = Math.max(1, Math.round(work.people / Math.min(work.together, work.people)));
  const tabs = Array.from({ length: work.people }, (_none, number) => ({
    process: number % shape.processes,
    workspace: Math.floor(number / shape.processes) % workspaces,
    resting: true,
    running: false,
    stale: false,
  }));
  const tabsOf: Tab[][] = Array.from({ length: workspaces }, () => []);
  for (const tab of tabs) tabsOf[tab.workspace]?.push(tab);

  function fetch(tab: Tab): void {
    tab.stale = false;
    tab.running = true;
    tab.resting = false;
    clock.after(work.pause, () => {
      tab.resting = true;
      again(tab);
    });
    ask(work.refetch, tab, true, () => {
      tab.running = false;
      again(tab);
    });
  }

  function again(tab: Tab): void {
    if (tab.stale && tab.resting && !tab.running) fetch(tab);
  }

  function tell(tab: Tab): void {
    if (tab.stale) return;
    tab.stale = true;
    if (tab.resting && !tab.running) {
      const delay = exponential(random, NETWORK) + random() * work.spread;
      clock.after(delay, () => again(tab));
    }
  }

  /** Every server writes to the streams of its own; the others hear of it by the database. */
  function publish(mover: Tab): void {
    changes[mover.workspace] = (changes[mover.workspace] ?? 0) + 1;
    const readers = tabsOf[mover.workspace] ?? [];
    const work = (readers.length / servers.length) * fanOut;
    for (const server of servers) server.serve(work, () => undefined);
    for (const tab of readers) if (tab !== mover) tell(tab);
  }

  const kinds = Object.entries(work.perMinute) as [Deed, number][];
  const perMinute = kinds.reduce((sum, [, times]) => sum + times, 0);
  const between = (60 * SECOND) / perMinute / work.people;

  function pickKind(): Deed {
    let left = random() * perMinute;
    for (const [kind, times] of kinds) {
      left -= times;
      if (left < 0) return kind;
    }
    return "task";
  }

  function act(): void {
    clock.after(exponential(random, between), act);
    const tab = tabs[pick(tabs.length)];
    if (!tab) return;
    const kind = pickKind();
    ask(kind, tab, false, () => {
      if (kind !== "move") return;
      publish(tab);
      // The mover's own board is asked for once the move is confirmed.
      ask(work.refetch, tab, true, () => undefined);
    });
  }

  act();
  clock.run(() => began === 0 || counted < answers || clock.now < began + LEAST);
  const busiest = (all: Station[]) => Math.max(0, ...all.map((one) => one.utilisation));
  return {
    p50: times.quantile(0.5),
    p99: times.quantile(0.99),
    rate: (counted / (clock.now - began)) * SECOND,
    refetches: refetches / counted,
    busy: {
      server: busiest(servers),
      primary: busiest(primary),
      replica: busiest(replicas),
      worker: busiest(workers),
    },
  };
}

import { fanOut } from "./loadTables.ts";
import { bytes, duration, markdownTable, readable, row, type Tables } from "./markdown.ts";
import { type DatabaseFigures, KINDS, type Kind, type Measured, MIX } from "./measurements.ts";
import { capacity } from "./simulationCapacity.ts";
import { simulateQueue } from "./simulationQueue.ts";
import { type Service, servicesOf } from "./simulationService.ts";
import {
  type Result,
  type Shape,
  simulate,
  type Simulation,
  type Work,
} from "./simulationWorld.ts";

const SEED = 20_261_121;
const ANSWERS = 40_000;

/** A person at work: what the figures of docs/scaling.md take for granted. */
const WORK: Work = {
  people: 1,
  together: Number.POSITIVE_INFINITY,
  perMinute: { move: 1, task: 2, list: 1, search: 0.5, dashboard: 0.2 },
  pause: 350_000,
  spread: 0,
  refetch: "board",
};

const ONE: Shape = { processes: 1, connections: 10, cores: 4, replicas: 0, lag: 0, workers: 0 };
const LAG = 20_000;

const SHAPES = {
  sqlite: { name: "one process, SQLite", ...ONE },
  one: { name: "one process, PostgreSQL (4 cores)", ...ONE },
  four: { name: "4 processes, PostgreSQL (4 cores)", ...ONE, processes: 4 },
  short: { name: "16 processes, PostgreSQL (4 cores)", ...ONE, processes: 16 },
  sixteen: { name: "16 processes, PostgreSQL (16 cores)", ...ONE, processes: 16, cores: 16 },
  replicas: {
    name: "16 processes, a primary and 3 replicas (4 cores each)",
    ...ONE,
    processes: 16,
    replicas: 3,
    lag: LAG,
  },
  citus: {
    name: "32 processes, Citus: a coordinator and 4 workers (8 cores each)",
    ...ONE,
    processes: 32,
    cores: 8,
    workers: 4,
  },
} satisfies Record<string, Shape & { name: string }>;
type ShapeName = keyof typeof SHAPES;

/** Answers the questions of docs/scaling.md, as its tables. The same figures give the same answers. */
export function simulationTables(measured: Measured): Tables {
  const { sqlite, postgres } = measured.databases;

  function world(shape: ShapeName, tasks: number, work: Partial<Work>): Simulation {
    const figures = shape === "sqlite" ? sqlite : postgres;
    return {
      shape: SHAPES[shape],
      work: { ...WORK, ...work },
      services: servicesOf(figures, tasks),
      // On PostgreSQL the machine's two cores are shared by three: what is spread there is their waiting.
      spread: sqlite.spread,
      fanOut: fanOut(figures.streams.moves),
      seed: SEED,
      answers: ANSWERS,
    };
  }

  const people = (simulation: Simulation): [people: string, busiest: string] => {
    const { people, busiest, result } = capacity(simulation);
    const busy = Math.round((result.busy[busiest] ?? 0) * 100);
    return [readable(people), `${busiest}, ${busy} %`];
  };

  return {
    validation: validationTable(sqlite),
    crowd: crowdTable(
      (tasks, people) => world("sqlite", tasks, { people }),
      sqlite.tasks.find(({ tasks }) => tasks === 1_000)?.costs.board?.size ?? Number.NaN,
    ),
    "one-board": markdownTable(
      ["Everybody on one board", "people, 100 tasks", "busiest", "people, 1,000 tasks", "busiest"],
      (["sqlite", "one", "four", "short", "sixteen", "replicas"] as const).map((shape) =>
        row(
          SHAPES[shape].name,
          [100, 1_000].flatMap((tasks) => people(world(shape, tasks, {}))),
        ),
      ),
    ),
    levers: markdownTable(
      ["An open board that hears of a move asks for", "people, 100 tasks", "people, 1,000 tasks"],
      LEVERS.map(({ name, pull }) =>
        row(
          name,
          [100, 1_000].map((tasks) => people(pull(world("sqlite", tasks, {})))[0]),
        ),
      ),
    ),
    workspaces: markdownTable(
      ["Boards of 1,000 tasks", "people, 10 on each", "busiest", "people, 50 on each", "busiest"],
      (["one", "four", "short", "sixteen", "replicas", "citus"] as const).map((shape) =>
        row(
          SHAPES[shape].name,
          [10, 50].flatMap((together) => people(world(shape, 1_000, { together }))),
        ),
      ),
    ),
  };
}

/** How far the simulation is off where it can be held against a measurement. */
export function validationTable(figures: DatabaseFigures): string {
  const services = servicesOf(figures, 100);
  const rows = figures.steady.map((measured) => {
    const one = (kind: Kind) => [{ service: services[kind], share: 1 }];
    const kinds =
      measured.load === "mixed"
        ? KINDS.map((kind) => ({ service: services[kind], share: MIX[kind] }))
        : one(measured.load);
    const simulated = simulateQueue({
      rate: measured.rate / 1e6,
      servers: 1,
      service: (random) => serviceTime(kinds, figures.spread, random),
      seed: SEED,
      answers: 100_000,
    });
    const [p50, p99] = [simulated.quantile(0.5), simulated.quantile(0.99)];
    return [
      `${measured.load}, ${measured.share * 100} %`,
      `${duration(measured.p50)} : ${duration(p50)}`,
      `${duration(measured.p99)} : ${duration(p99)}`,
      (p99 / measured.p99).toFixed(2),
    ];
  });
  return markdownTable(
    ["SQLite, one process", "p50, measured : simulated", "p99, measured : simulated", "p99, ratio"],
    rows,
  );
}

function serviceTime(
  kinds: readonly { service: Service; share: number }[],
  spread: readonly number[],
  random: () => number,
): number {
  let left = random() * kinds.reduce((sum, { share }) => sum + share, 0);
  const found = kinds.find(({ share }) => (left -= share) < 0);
  const { service } = found ?? kinds[0] ?? { service: { server: 0 } };
  return service.server * (spread[Math.floor(random() * spread.length)] ?? 1);
}

/** What an ever larger team on one board does to one process. */
function crowdTable(
  world: (tasks: number, people: number) => Simulation,
  boardSize: number,
): string {
  return markdownTable(
    [
      "People",
      "answers",
      "boards after a move",
      "100 tasks: server busy",
      "p99",
      "1,000 tasks: server busy",
      "p99",
      "sent",
    ],
    [10, 25, 50, 100, 200, 400, 800].map((people) => {
      const few = simulate(world(100, people));
      const many = simulate(world(1_000, people));
      const busy = (result: Result) => `${readable((result.busy["server"] ?? 0) * 100)} %`;
      return [
        readable(people),
        `${readable(few.rate)}/s`,
        `${readable(few.refetches * 100)} %`,
        busy(few),
        duration(few.p99),
        busy(many),
        duration(many.p99),
        `${bytes(many.rate * many.refetches * boardSize)}/s`,
      ];
    }),
  );
}

/** What changes of the program would do. */
const LEVERS: readonly { name: string; pull: (as: Simulation) => Simulation }[] = [
  { name: "the whole board at once: as it is", pull: (as) => as },
  {
    name: "the same, each at its own moment within a second",
    pull: (as) => ({ ...as, work: { ...as.work, spread: 1e6 } }),
  },
  {
    name: "the same, in rounds of 2 s instead of 0.35 s",
    pull: (as) => ({ ...as, work: { ...as.work, spread: 2e6, pause: 2e6 } }),
  },
  {
    name: "the whole board, which the server makes anew for each who asks (for comparison)",
    pull: (as) => ({ ...as, services: { ...as.services, again: as.services.board } }),
  },
  {
    name: "only the task that was moved",
    pull: (as) => ({ ...as, work: { ...as.work, refetch: "task" } }),
  },
];

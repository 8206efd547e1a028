import { bytes, duration, markdownTable, readable, row, type Tables } from "./markdown.ts";
import {
  type Cost,
  type DatabaseFigures,
  type DatabaseName,
  KINDS,
  type Kind,
  LOADS,
  type Load,
  type Measured,
  type Read,
} from "./measurements.ts";

const LOAD_NAMES: Record<Load, string> = {
  again: "board reads between moves",
  move: "moves",
  mixed: "the mix",
};

/** The tables of docs/scaling.md. */
export function loadTables({ databases, others }: Measured): Tables {
  const { sqlite, postgres } = databases;
  return {
    conditions: conditions(others),
    process: processTable(sqlite, postgres),
    times: timesTable(sqlite, postgres),
    "tasks-sqlite": tasksTable(sqlite),
    "tasks-postgres": tasksTable(postgres),
    sizes: sizesTable(sqlite, postgres),
    users: usersTable(databases),
    streams: streamsTable(databases),
    readers: readersTable(databases),
  };
}

/** If other programs use a larger share of the CPU time, the figures are unreliable. */
const OTHERS_SHARE_MAX = 0.05;

function conditions(others: number | null): string {
  if (others === null)
    return "**The CPU time of other programs is unknown, so the figures may be unreliable.**";
  const share = `Other programs used ${readable(others * 100)} % of the CPU time`;
  return others < OTHERS_SHARE_MAX ? `${share}.` : `**${share}, so the figures are unreliable.**`;
}

function processTable(...both: DatabaseFigures[]): string {
  const each = (what: string, figure: (one: DatabaseFigures) => string) =>
    row(what, both.map(figure));
  return markdownTable(
    ["One process, 100 tasks", "SQLite", "PostgreSQL"],
    [
      ...LOADS.map((load) =>
        each(`${LOAD_NAMES[load]}: highest rate per second`, (one) =>
          readable(one.throughput[load].rate),
        ),
      ),
      ...LOADS.map((load) =>
        each(`${LOAD_NAMES[load]}: CPU of one request, server + PostgreSQL`, (one) => {
          const { server, database } = one.throughput[load];
          return database > 0 ? `${duration(server)} + ${duration(database)}` : duration(server);
        }),
      ),
      each("memory after the start", ({ memory }) => bytes(memory.rest)),
      each("memory after all these loads", ({ memory }) => bytes(memory.load)),
    ],
  );
}

function timesTable(sqlite: DatabaseFigures, postgres: DatabaseFigures): string {
  const rows = sqlite.steady.map(({ load, share, ...there }, index) => {
    const here = postgres.steady[index];
    const both = [there, ...(here ? [here] : [])];
    return [
      `${LOAD_NAMES[load]}, at ${share * 100} % of the highest rate`,
      ...both.flatMap(({ rate, p50, p99 }) => [
        `${readable(rate)}/s`,
        duration(p50),
        duration(p99),
      ]),
    ];
  });
  return markdownTable(
    ["Requests at random moments", "SQLite", "p50", "p99", "PostgreSQL", "p50", "p99"],
    rows,
  );
}

const KIND_NAMES: Record<Kind, string> = {
  board: "board after a move",
  again: "unchanged board",
  move: "move",
  task: "task",
  list: "list",
  search: "search",
  dashboard: "dashboard",
};

const cell = (cost: Cost | null) =>
  cost ? `${duration(cost.p50)} (${duration(cost.p99)})` : "no response";

function tasksTable({ tasks }: DatabaseFigures): string {
  return markdownTable(
    ["Tasks", ...KINDS.map((kind) => KIND_NAMES[kind])],
    tasks.map(({ tasks, costs }) =>
      row(
        readable(tasks),
        KINDS.map((kind) => cell(costs[kind])),
      ),
    ),
  );
}

function sizesTable(sqlite: DatabaseFigures, postgres: DatabaseFigures): string {
  const { tasks } = sqlite;
  const memory = (figures: DatabaseFigures) =>
    tasks.map(({ tasks }) => {
      const found = figures.tasks.find((row) => row.tasks === tasks);
      return found ? bytes(found.memory) : "unknown";
    });
  return markdownTable(
    row(
      "Tasks",
      tasks.map(({ tasks }) => readable(tasks)),
    ),
    [
      row(
        "size of the board's response",
        tasks.map(({ costs }) => (costs.board ? bytes(costs.board.size) : "none")),
      ),
      row("memory of the server, SQLite", memory(sqlite)),
      row("memory of the server, PostgreSQL", memory(postgres)),
    ],
  );
}

function usersTable({ sqlite, postgres }: Record<DatabaseName, DatabaseFigures>): string {
  return markdownTable(
    ["Users", ...["SQLite", "PostgreSQL"].flatMap((name) => [`list, ${name}`, "me", "sign-in"])],
    sqlite.users.map(({ users, costs: here }, index) => [
      readable(users),
      ...[here, postgres.users[index]?.costs].flatMap((costs) =>
        [costs?.users, costs?.me, costs?.login].map((cost) =>
          cost ? duration(cost.p50) : "no response",
        ),
      ),
    ]),
  );
}

const READ_NAMES: Record<Read, string> = { board: "the whole board", changes: "the changes" };

function readersTable(databases: Record<DatabaseName, DatabaseFigures>): string {
  const { sqlite, postgres } = databases;
  return markdownTable(
    [
      "A move, 1,000 tasks: CPU, time until the last board has it",
      "bytes per board",
      "SQLite",
      "PostgreSQL",
    ],
    sqlite.readers.map(({ open, read, bytes: size }, index) => {
      const [own, other] = [sqlite.readers[index], postgres.readers[index]];
      const times = (one: typeof own) =>
        one ? `${duration(one.server)}, ${duration(one.took)}` : "";
      return [
        `${readable(open)} open boards that read ${READ_NAMES[read]}`,
        bytes(size),
        times(own),
        times(other),
      ];
    }),
  );
}

function streamsTable(databases: Record<DatabaseName, DatabaseFigures>): string {
  const both = [databases.sqlite.streams, databases.postgres.streams];
  const { moves, open } = databases.sqlite.streams;
  return markdownTable(
    ["Event streams", "SQLite", "PostgreSQL"],
    [
      [
        `memory of one stream, with ${readable(open)} open`,
        ...both.map(({ memory }) => bytes(memory)),
      ],
      ["CPU of one idle stream per second", ...both.map(({ idle }) => duration(idle))],
      ...moves.map(({ streams }, index) =>
        row(
          `a move with ${readable(streams)} streams open: CPU, time until the last stream has it`,
          both.map((one) => {
            const { server = Number.NaN, lastReceived = Number.NaN } = one.moves[index] ?? {};
            return streams === 0
              ? duration(server)
              : `${duration(server)}, ${duration(lastReceived)}`;
          }),
        ),
      ),
      ["CPU of a move per stream", ...both.map((one) => duration(fanOut(one.moves)))],
    ],
  );
}

/** CPU time in µs to send one event to one stream. */
function fanOut(moves: DatabaseFigures["streams"]["moves"]): number {
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last) return Number.NaN;
  return (last.server - first.server) / (last.streams - first.streams);
}

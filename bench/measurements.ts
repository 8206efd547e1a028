/*
 * The figures of `npm run bench load` for the tables of docs/scaling.md. Times are in µs, memory and
 * sizes in bytes.
 */

const DATABASES = ["sqlite", "postgres"] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** `board` is the first read after a change, which builds the board; `again` is a later one. */
export const KINDS = ["board", "again", "move", "task", "list", "search", "dashboard"] as const;
export type Kind = (typeof KINDS)[number];

/** A typical mix: one move for every twenty reads. */
export const MIX: Readonly<Record<Kind, number>> = {
  board: 1,
  again: 11,
  task: 3,
  list: 2,
  search: 1,
  dashboard: 2,
  move: 1,
};

export const LOADS = ["again", "move", "mixed"] as const;
export type Load = (typeof LOADS)[number];

/** Figures of calls that were made one after another. */
export interface Cost {
  p50: number;
  p99: number;
  calls: number;
  /** The CPU time of a call in the server and in PostgreSQL. */
  server: number;
  database: number;
  /** The size of a response in bytes. */
  size: number;
}

/** Figures at the highest rate. */
export interface Throughput {
  rate: number;
  p50: number;
  p99: number;
  server: number;
  database: number;
}

/** Figures at a share of the highest rate, with requests at random moments. */
export interface Steady {
  load: Load;
  share: number;
  rate: number;
  p50: number;
  p99: number;
}

export interface Streams {
  open: number;
  /** JavaScript memory of a stream. */
  memory: number;
  /** CPU time of an idle stream per second, including heartbeats. */
  idle: number;
  /** By number of open streams: a move's CPU time, and the time until the last stream has its event. */
  moves: { streams: number; server: number; lastReceived: number }[];
}

/** How an open board follows a move: it reads all cards, or the changes since its last event. */
export const READS = ["board", "changes"] as const;
export type Read = (typeof READS)[number];

/** A move that every open board reads: CPU time, bytes for each board, time until the last has it. */
export interface Readers {
  open: number;
  read: Read;
  server: number;
  bytes: number;
  took: number;
}

/** Null where the server did not respond. */
export type Costs<Name extends string> = Record<Name, Cost | null>;

export interface DatabaseFigures {
  memory: { rest: number; load: number };
  throughput: Record<Load, Throughput>;
  steady: Steady[];
  streams: Streams;
  readers: Readers[];
  /** `memory` is that of an idle server after its start. */
  tasks: { tasks: number; memory: number; costs: Costs<Kind> }[];
  users: { users: number; costs: Costs<"users" | "me" | "login"> }[];
}

export interface Measured {
  quick: boolean;
  /** The share of CPU time that other programs used; null if unknown. */
  others: number | null;
  databases: Record<DatabaseName, DatabaseFigures>;
}

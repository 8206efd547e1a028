/*
 * The figures of `npm run bench load`, from which the tables of docs/scaling.md are written. Times are
 * in µs, memory and sizes in bytes.
 */

export const DATABASES = ["sqlite", "postgres"] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** A board that has changed has to be made; until the next change it is sent again as it is. */
export const KINDS = ["board", "again", "move", "task", "list", "search", "dashboard"] as const;
export type Kind = (typeof KINDS)[number];

/** What people ask for while they work: a move for every twenty reads. The first board after it is new. */
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

/** Calls that were made one after the other. */
export interface Cost {
  p50: number;
  p99: number;
  calls: number;
  /** CPU time of a call: of the server, and of PostgreSQL. */
  server: number;
  database: number;
  /** Of an answer. */
  size: number;
}

/** A server with as much to do as it can. */
export interface Throughput {
  rate: number;
  p50: number;
  p99: number;
  server: number;
  database: number;
}

/** A server that was asked at random moments, at a share of its highest rate. */
export interface Steady {
  load: Load;
  share: number;
  rate: number;
  p50: number;
  p99: number;
}

export interface Streams {
  open: number;
  /** In use by JavaScript, for each stream. */
  memory: number;
  /** CPU time of a stream a second while nothing happens, its signs of life included. */
  idle: number;
  /** A move's CPU time, and how long until the last stream has it, by how many are open. */
  moves: { streams: number; server: number; told: number }[];
}

/** Undefined where the server had no answer. */
export type Costs<Name extends string> = Record<Name, Cost | null>;

export interface DatabaseFigures {
  memory: { rest: number; load: number };
  throughput: Record<Load, Throughput>;
  steady: Steady[];
  streams: Streams;
  /** With the memory of a server that has come to rest after its start. */
  tasks: { tasks: number; memory: number; costs: Costs<Kind> }[];
  users: { users: number; costs: Costs<"users" | "me" | "login"> }[];
}

export interface Measured {
  quick: boolean;
  /** The share of the machine's time that other programs took meanwhile; null where nobody knows. */
  others: number | null;
  databases: Record<DatabaseName, DatabaseFigures>;
}

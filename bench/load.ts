import { measureTasks, measureUsers } from "./loadGrowth.ts";
import { openPlaces, type Places } from "./loadPlaces.ts";
import { measureReaders } from "./loadReaders.ts";
import { measureStreams } from "./loadStreams.ts";
import { LoadTarget } from "./loadTarget.ts";
import { measureThroughput } from "./loadThroughput.ts";
import { fillWithMany } from "./manyTasks.ts";
import type { DatabaseFigures, DatabaseName, Measured, Readers } from "./measurements.ts";
import { watchOthers } from "./processes.ts";

interface Extent {
  tasks: readonly number[];
  users: readonly number[];
  /** The duration of each load, and of the calls of one kind at each size. */
  seconds: { load: number; calls: number };
}

const FULL_EXTENT: Extent = {
  tasks: [100, 1_000, 10_000, 100_000, 1_000_000],
  users: [10, 100, 1_000, 10_000],
  seconds: { load: 5, calls: 2 },
};
const QUICK_EXTENT: Extent = {
  tasks: [100, 1_000, 10_000],
  users: [10, 100, 1_000],
  seconds: { load: 2, calls: 0.5 },
};
/** Tasks on the board of the throughput measurement. */
const TASKS = 100;
/** Tasks on the board that many users have open. */
const OPEN_BOARD_TASKS = 1_000;

/** Measures one server process on each database: rates, times, memory, and how they grow. */
export async function measureLoad(port: number, quick: boolean): Promise<Measured> {
  const extent = quick ? QUICK_EXTENT : FULL_EXTENT;
  const others = watchOthers();
  const databases = {
    sqlite: await measureDatabase("sqlite", port, extent),
    postgres: await measureDatabase("postgres", port, extent),
  };
  return { quick, others: others(), databases };
}

async function measureDatabase(
  database: DatabaseName,
  port: number,
  { tasks, users, seconds }: Extent,
): Promise<DatabaseFigures> {
  const places = await openPlaces(database);
  const log = (what: string) => console.log(`${database}: ${what}…`);
  try {
    const where = await places.create("load");
    await fillWithMany(where, TASKS);
    const target = await LoadTarget.start(where, port);
    const rest = await target.server.memory();
    log("board reads, moves, and a mix of all");
    const throughput = await measureThroughput(target, seconds.load);
    const memory = { rest, load: await target.server.memory() };
    log("streams of events");
    const streams = await measureStreams(target);
    await target.end();
    await places.remove("load");
    log("open boards");
    const readers = await measureOpenBoards(places, port);
    log("users");
    const ofUsers = await measureUsers(places, port, users, seconds.calls);
    const ofTasks: DatabaseFigures["tasks"] = [];
    for (const size of tasks) {
      log(`${size} tasks`);
      try {
        ofTasks.push(await measureTasks(places, port, size, seconds.calls));
      } catch (failure) {
        // Continue, so that the earlier measurements are kept.
        console.error(failure);
      }
    }
    return { memory, ...throughput, streams, readers, tasks: ofTasks, users: ofUsers };
  } finally {
    await places.end();
  }
}

async function measureOpenBoards(places: Places, port: number): Promise<Readers[]> {
  const where = await places.create("boards");
  await fillWithMany(where, OPEN_BOARD_TASKS);
  const target = await LoadTarget.start(where, port);
  const readers = await measureReaders(target);
  await target.end();
  await places.remove("boards");
  return readers;
}

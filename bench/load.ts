import { measureTasks, measureUsers } from "./loadGrowth.ts";
import { openPlaces } from "./loadPlaces.ts";
import { measureStreams } from "./loadStreams.ts";
import { LoadTarget } from "./loadTarget.ts";
import { measureThroughput } from "./loadThroughput.ts";
import { fillWithMany } from "./manyTasks.ts";
import type { DatabaseFigures, DatabaseName, Measured } from "./measurements.ts";
import { watchOthers } from "./processes.ts";

interface Extent {
  tasks: readonly number[];
  users: readonly number[];
  /** How long each load lasts, and the calls of a kind for each size. */
  seconds: { load: number; calls: number };
}

const WHOLE: Extent = {
  tasks: [100, 1_000, 10_000, 100_000, 1_000_000],
  users: [10, 100, 1_000, 10_000],
  seconds: { load: 5, calls: 2 },
};
const QUICK: Extent = {
  tasks: [100, 1_000, 10_000],
  users: [10, 100, 1_000],
  seconds: { load: 2, calls: 0.5 },
};
/** Tasks on the board that is read and moved on. */
const TASKS = 100;

/** One server, as a process of its own, on each database: rates, times, memory, and how they grow. */
export async function measureLoad(port: number, quick: boolean): Promise<Measured> {
  const extent = quick ? QUICK : WHOLE;
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
  const say = (what: string) => console.log(`${database}: ${what}…`);
  try {
    const where = await places.create("load");
    await fillWithMany(where, TASKS);
    const target = await LoadTarget.start(where, port);
    const rest = await target.server.memory();
    say("board reads, moves, and a mix of all");
    const throughput = await measureThroughput(target, seconds.load);
    const memory = { rest, load: await target.server.memory() };
    say("streams of events");
    const streams = await measureStreams(target);
    await target.end();
    await places.remove("load");
    say("users");
    const ofUsers = await measureUsers(places, port, users, seconds.calls);
    const ofTasks: DatabaseFigures["tasks"] = [];
    for (const size of tasks) {
      say(`${size} tasks`);
      try {
        ofTasks.push(await measureTasks(places, port, size, seconds.calls));
      } catch (failure) {
        // What was measured so far is worth keeping.
        console.error(failure);
      }
    }
    return { memory, ...throughput, streams, tasks: ofTasks, users: ofUsers };
  } finally {
    await places.end();
  }
}

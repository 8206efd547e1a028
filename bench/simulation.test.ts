import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { loadTables } from "./loadTables.ts";
import { withTables } from "./markdown.ts";
import type { Kind, Measured } from "./measurements.ts";
import { exponential } from "./random.ts";
import { capacity, SLOW } from "./simulationCapacity.ts";
import { Clock, Histogram, Places } from "./simulationEngine.ts";
import { simulateQueue } from "./simulationQueue.ts";
import type { Service } from "./simulationService.ts";
import { simulate, type Simulation } from "./simulationWorld.ts";

/** Within so much of each other, as a share. */
function expectNear(figure: number, expected: number, share: number) {
  expect(figure).toBeGreaterThan(expected * (1 - share));
  expect(figure).toBeLessThan(expected * (1 + share));
}

const SERVICE = 1_000;
const queue = { servers: 1, seed: 1, answers: 200_000 };

test("a clock does things in the order of their times, and of asking", () => {
  const clock = new Clock();
  const done: string[] = [];
  for (const time of [30, 10, 20, 10]) {
    clock.after(time, () => done.push(`${clock.now} ${done.length}`));
  }
  clock.after(5, () => clock.after(10, () => done.push(`${clock.now} late`)));
  clock.run(() => true);
  expect(done).toEqual(["10 0", "10 1", "15 late", "20 3", "30 4"]);
});

test("who finds no place free waits, first come, first served", () => {
  const places = new Places(2);
  const entered: number[] = [];
  for (const visitor of [1, 2, 3, 4]) places.enter(() => entered.push(visitor));
  expect(entered).toEqual([1, 2]);
  places.leave();
  expect(entered).toEqual([1, 2, 3]);
  places.leave();
  places.leave();
  places.leave();
  places.enter(() => entered.push(5));
  expect(entered).toEqual([1, 2, 3, 4, 5]);
});

test("a histogram tells quantiles to two in a hundred", () => {
  const times = new Histogram();
  for (let time = 1; time <= 10_000; time += 1) times.add(time);
  expectNear(times.quantile(0.5), 5_000, 0.02);
  expectNear(times.quantile(0.99), 9_900, 0.02);
  expect(times.mean).toBe(5_000.5);
});

test.each([0.5, 0.8])("times that vary at random, %s busy: as M/M/1 says", (busy) => {
  const times = simulateQueue({
    ...queue,
    rate: busy / SERVICE,
    service: (random) => exponential(random, SERVICE),
  });
  expectNear(times.mean, SERVICE / (1 - busy), 0.05);
  // The time in the system is exponential.
  expectNear(times.quantile(0.99), (Math.log(100) * SERVICE) / (1 - busy), 0.08);
});

test.each([0.5, 0.8])("times that are all the same, %s busy: as M/D/1 says", (busy) => {
  const times = simulateQueue({ ...queue, rate: busy / SERVICE, service: () => SERVICE });
  expectNear(times.mean, SERVICE * (1 + busy / (2 * (1 - busy))), 0.05);
});

test("several processors with one queue: as M/M/c says", () => {
  const [servers, busy] = [4, 0.8];
  const times = simulateQueue({
    ...queue,
    servers,
    rate: (servers * busy) / SERVICE,
    service: (random) => exponential(random, SERVICE),
  });
  // Erlang's C for four servers and a load of 3.2.
  const waiting = 0.5964;
  expectNear(times.mean, SERVICE + (waiting * SERVICE) / (servers * (1 - busy)), 0.05);
});

const idle: Service = { server: 1, database: 0, wait: 0 };
const services: Record<Kind, Service> = {
  board: { server: 300, database: 0, wait: 0 },
  again: { server: 300, database: 0, wait: 0 },
  move: idle,
  task: idle,
  list: idle,
  search: idle,
  dashboard: idle,
};
const office: Simulation = {
  shape: { processes: 1, connections: 10, cores: 4, replicas: 0, lag: 0, workers: 0 },
  work: {
    people: 50,
    together: Number.POSITIVE_INFINITY,
    perMinute: { move: 3, task: 0, list: 0, search: 0, dashboard: 0 },
    pause: 350_000,
    spread: 0,
    refetch: "board",
  },
  services,
  spread: [1],
  fanOut: 10,
  seed: 1,
  answers: 20_000,
};

test("the same seed gives the same figures", () => {
  expect(simulate(office)).toEqual(simulate(office));
  expect(simulate(office)).not.toEqual(simulate({ ...office, seed: 2 }));
});

test("open boards are fetched in rounds: once for all moves of a pause", () => {
  const { people, perMinute, pause } = office.work;
  const { rate } = simulate(office);
  const moves = (people * perMinute.move) / 60;
  // A round follows at once on the pause if there was news in it, else on the next news.
  const round = pause / 1e6 + Math.exp((-moves * pause) / 1e6) / moves;
  expectNear(rate, moves * 2 + people / round, 0.1);
});

test("work grows with the square of the people on a board, until the pauses bound it", () => {
  const rate = (people: number) => simulate({ ...office, work: { ...office.work, people } }).rate;
  expectNear(rate(16) / rate(8), 4, 0.2);
  expectNear(rate(800) / rate(400), 2, 0.2);
});

test("a board is made once a change in each process, however many look on", () => {
  const kept = { ...office, fanOut: 0, services: { ...services, again: idle } };
  const busy = (simulation: Simulation) => simulate(simulation).busy["server"] ?? 0;
  expect(busy(kept)).toBeLessThan(busy({ ...kept, services }) / 5);
  // Each of four processes makes it for itself.
  const shape = { ...kept.shape, processes: 4 };
  expectNear(busy({ ...kept, shape }) / busy(kept), 1, 0.3);
});

test("a database that is out of connections makes its servers wait", () => {
  const slow = { server: 1, database: 1_000, wait: 100_000 };
  const of = (connections: number) =>
    simulate({
      ...office,
      shape: { ...office.shape, connections },
      services: { ...services, move: slow, board: slow, again: slow },
      work: { ...office.work, people: 10 },
    });
  expect(of(1).p99).toBeGreaterThan(of(10).p99 * 2);
});

test("a replica that is behind keeps those waiting who know of something newer", () => {
  const database = { server: 100, database: 100, wait: 0 };
  const { p50 } = simulate({
    ...office,
    shape: { ...office.shape, replicas: 2, lag: 50_000 },
    services: { ...services, board: database, again: database },
    work: { ...office.work, people: 10 },
  });
  expect(p50).toBeGreaterThan(50_000);
});

test("the capacity is where answers become slow", () => {
  const { people, result, busiest } = capacity({ ...office, answers: 5_000 });
  expect(people).toBeGreaterThan(100);
  expect(result.p99).toBeLessThan(SLOW);
  expect(busiest).toBe("server");
  const more = simulate({ ...office, work: { ...office.work, people: people * 2 } });
  expect(more.p99).toBeGreaterThan(SLOW);
});

test("the tables of docs/scaling.md are those of bench/measured.json", () => {
  const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, file), "utf8");
  const text = read("../docs/scaling.md");
  const measured = JSON.parse(read("measured.json")) as Measured;
  expect(withTables(text, loadTables(measured))).toBe(text);
});

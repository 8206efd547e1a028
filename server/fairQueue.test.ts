import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createFairQueue, type QueueShare } from "./fairQueue.ts";

const DEADLINE_MS = 10_000;

let started: string[];
/** Completes the running jobs. */
let finish: () => void;
let refused: string[];

beforeEach(() => {
  jest.useFakeTimers();
  started = [];
  refused = [];
});
afterEach(() => {
  jest.useRealTimers();
});

function openQueue(waitingMax = 100) {
  const queue = createFairQueue({
    lanes: 1,
    waitingMax,
    deadlineMs: DEADLINE_MS,
    refusal: () => new Error("too long"),
  });
  const send = (name: string, ...share: QueueShare) =>
    void queue
      .run(share, () => {
        started.push(name);
        return new Promise<void>((resolve) => (finish = resolve));
      })
      .catch(() => refused.push(name));
  return { queue, send };
}

const settle = () => jest.advanceTimersByTimeAsync(0);

async function runAll(count: number) {
  for (let done = 0; done < count; done += 1) {
    await settle();
    finish();
  }
  await settle();
}

test("networks take turns, regardless of how many jobs each one adds", async () => {
  const { send } = openQueue();
  for (const name of ["a1", "a2", "a3", "a4"]) send(name, "network", "a");
  send("b1", "network", "b");
  send("c1", "network", "c");
  await runAll(6);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
});

test("the networks within a wide network share its turns", async () => {
  const { send } = openQueue();
  send("first", "network", "x");
  for (const part of ["1", "2", "3"]) send(`wide ${part}`, "network", "wide", part);
  send("narrow 1", "network", "narrow", "1");
  send("narrow 2", "network", "narrow", "1");
  await runAll(6);
  expect(started).toEqual(["first", "wide 1", "narrow 1", "wide 2", "narrow 2", "wide 3"]);
});

test("known devices get half of the turns, regardless of how many jobs unknown devices add", async () => {
  const { send } = openQueue();
  for (let network = 0; network < 50; network += 1) send("stranger", "network", String(network));
  send("owner", "device", "a");
  await runAll(3);
  expect(started.indexOf("owner")).toBeLessThanOrEqual(2);
});

test("a job that waits beyond the deadline is refused and removed", async () => {
  const { queue, send } = openQueue();
  send("under way", "network", "a");
  await settle();
  send("waiting", "network", "a");
  expect(queue.pending()).toBe(2);
  await jest.advanceTimersByTimeAsync(DEADLINE_MS);
  expect(refused).toEqual(["waiting"]);
  expect(queue.pending()).toBe(1);
  finish();
  await settle();
  expect(queue.pending()).toBe(0);
  expect(started).toEqual(["under way"]);
});

test("a full queue refuses the newest job of the largest group", async () => {
  const { send } = openQueue(3);
  for (const name of ["a1", "a2", "a3", "a4"]) send(name, "network", "a");
  send("b1", "network", "b");
  send("a5", "network", "a");
  await settle();
  expect(refused).toEqual(["a4", "a5"]);
  await runAll(4);
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
});

describe("with limits for each key", () => {
  /** Jobs that the test ends by their names. */
  function openLimited(lanes: number, waitingMax = 100) {
    const queue = createFairQueue({
      lanes,
      waitingMax,
      deadlineMs: DEADLINE_MS,
      perKey: { lanes: 1, max: 4 },
      refusal: (isOwn) => new Error(isOwn ? "own" : "all"),
    });
    const ends = new Map<string, () => void>();
    const send = (key: string, name: string) =>
      queue
        .run([key], () => {
          started.push(name);
          return new Promise<void>((end) => ends.set(name, end));
        })
        .catch((failure: Error) => void refused.push(`${name}: ${failure.message}`));
    const end = async (name: string) => {
      ends.get(name)?.();
      await settle();
    };
    return { queue, send, end };
  }

  test("runs one job of a key at a time, and at most as many as there are lanes", async () => {
    const { send, end } = openLimited(2);
    for (const name of ["a1", "a2", "b1", "c1"]) void send(name.charAt(0), name);
    await settle();
    expect(started).toEqual(["a1", "b1"]);
    await end("b1");
    expect(started).toEqual(["a1", "b1", "c1"]);
    await end("a1");
    expect(started).toEqual(["a1", "b1", "c1", "a2"]);
  });

  test("refuses the fifth job of a key, also while others fill the lanes, and accepts one again afterwards", async () => {
    const { send, end } = openLimited(1);
    void send("b", "b1");
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void send("a", name);
    await settle();
    expect(refused).toEqual(["a5: own"]);
    await end("b1");
    await end("a1");
    void send("a", "a6");
    for (const name of ["a2", "a3", "a4", "a6"]) await end(name);
    expect(started).toEqual(["b1", "a1", "a2", "a3", "a4", "a6"]);
  });

  test("a parked job is refused at the deadline, and a full queue refuses one of the largest key", async () => {
    const { queue, send, end } = openLimited(2, 2);
    for (const name of ["a1", "a2", "a3"]) void send("a", name);
    void send("b", "b1");
    void send("c", "c1");
    await settle();
    expect(refused).toEqual(["a3: all"]);
    await jest.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(refused).toEqual(["a3: all", "a2: all", "c1: all"]);
    await end("a1");
    await end("b1");
    expect(queue.pending()).toBe(0);
    expect(started).toEqual(["a1", "b1"]);
  });

  test("a job that fails frees its lane, and a job ends once", async () => {
    const { queue, send } = openLimited(1);
    await expect(queue.run(["a"], () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    const stop = await queue.take(["a"]);
    void send("a", "a1");
    void send("b", "b1");
    stop();
    stop();
    await settle();
    expect(started).toEqual(["b1"]);
  });
});

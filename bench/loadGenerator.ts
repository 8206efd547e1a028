import { connect, type Socket } from "node:net";
import { exponential, randomNumbers } from "./random.ts";

/*
 * Sends requests as fast as the server responds, or at a fixed rate. It is a separate process, so that
 * the benchmark's other work doesn't delay it. It uses HTTP/1.1 on plain sockets, because a client that
 * spends more on a request than the server would measure itself.
 */

const POLL_INTERVAL_MS = 0.05;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

/** A request as HTTP/1.1 text. */
export interface Call {
  /** The kind of the call. Durations are collected by kind. */
  kind: string;
  text: string;
}

/** The calls are sent in turn, repeatedly. */
export interface Job {
  port: number;
  calls: Call[];
  seconds: number;
  /**
   * Either a number of connections, each of which sends the next request after a response; or a rate
   * per second, at random moments and regardless of responses.
   */
  load: { connections: number } | { rate: number; seed: number };
}

export interface Outcome {
  seconds: number;
  /** The duration of each call in µs, by kind. */
  times: Record<string, number[]>;
  bytes: number;
  /** The first response that isn't 2xx, or the connection's end. */
  failure?: string;
}

interface CallResult {
  status: number;
  bytes: number;
}

/** A connection with one request at a time. */
class Connection {
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  #missing = 0;
  #answer: CallResult = { status: 0, bytes: 0 };
  #waiting: PromiseWithResolvers<CallResult> | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => this.#waiting?.reject(new Error("the connection was closed")));
  }

  async send(text: string): Promise<CallResult> {
    this.#waiting = Promise.withResolvers<CallResult>();
    this.#socket.write(text);
    return await this.#waiting.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#missing > 0) {
      this.#missing -= chunk.length;
    } else {
      this.#head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk;
      const end = this.#head.indexOf("\r\n\r\n");
      if (end === -1) return;
      const head = this.#head.toString("latin1", 0, end);
      const bytes = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      this.#answer = { status: Number(head.slice(9, 12)), bytes };
      this.#missing = bytes - (this.#head.length - end - 4);
      this.#head = Buffer.alloc(0);
    }
    if (this.#missing > 0) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(this.#answer);
  }
}

async function run({ port, calls, seconds, load }: Job): Promise<Outcome> {
  const times: Record<string, number[]> = {};
  for (const { kind } of calls) times[kind] = [];
  let next = 0;
  const seen: { bytes: number; failure?: string } = { bytes: 0 };
  const connections: Connection[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;

  function open(): Connection {
    const connection = new Connection(port);
    connections.push(connection);
    return connection;
  }

  async function send(connection: Connection, dueAt: number): Promise<void> {
    const call = calls[next++ % calls.length];
    if (!call) return;
    try {
      const answer = await connection.send(call.text);
      times[call.kind]?.push(Math.round((performance.now() - dueAt) * 1000));
      seen.bytes += answer.bytes;
      if (answer.status < 200 || answer.status > 299)
        seen.failure ??= `${call.kind}: ${answer.status}`;
    } catch (reason) {
      seen.failure ??= `${call.kind}: ${String(reason)}`;
    }
  }

  async function sendRepeatedly(): Promise<void> {
    const connection = open();
    do await send(connection, performance.now());
    while (performance.now() < end && seen.failure === undefined);
  }

  /** A call's time starts when it is due, so it includes waiting for a connection. */
  async function sendAtRandom(rate: number, seed: number): Promise<void> {
    const random = randomNumbers(seed);
    const idle: Connection[] = [];
    const underWay = new Set<Promise<void>>();
    let due = began;
    async function launch(at: number): Promise<void> {
      const connection = idle.pop() ?? open();
      await send(connection, at);
      idle.push(connection);
    }
    while (performance.now() < end && seen.failure === undefined) {
      for (; due <= performance.now(); due += exponential(random, 1000 / rate)) {
        const launched = launch(due);
        underWay.add(launched);
        void launched.finally(() => underWay.delete(launched));
      }
      // A timer would be a millisecond late, and polling without a pause would take a core.
      Atomics.wait(NEVER_WOKEN, 0, 0, POLL_INTERVAL_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(underWay);
  }

  if ("rate" in load) await sendAtRandom(load.rate, load.seed);
  else await Promise.all(Array.from({ length: load.connections }, sendRepeatedly));
  for (const connection of connections) connection.close();
  const took = (performance.now() - began) / 1000;
  return { seconds: took, times, ...seen };
}

process.on("message", (job: Job) => {
  run(job).then(
    (outcome) => process.send?.(outcome),
    (failure: unknown) => {
      throw failure;
    },
  );
});

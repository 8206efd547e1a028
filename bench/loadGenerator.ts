import { connect, type Socket } from "node:net";
import { exponential, randomNumbers } from "./random.ts";

/*
 * Asks a server as fast as it answers, or at a rate of its own; a process of its own, so that what
 * the bench does meanwhile costs no time. It speaks HTTP/1.1 on plain sockets: a client that spends
 * more on a request than the server does would measure itself.
 */

/** ms between two looks at what is due, and at what has come. */
const DOZE = 0.05;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

/** A request, written out. */
export interface Call {
  /** What its time counts for. */
  kind: string;
  text: string;
}

/** What is to be asked: the calls in turn, from the first one again after the last. */
export interface Job {
  port: number;
  calls: Call[];
  seconds: number;
  /** So many connections, each of which asks again once it is answered; or so many calls a second
   * at random moments, whether answers come or not. */
  load: { connections: number } | { rate: number; seed: number };
}

/** What came of it. */
export interface Outcome {
  seconds: number;
  /** By kind: how long each call took, in µs. */
  times: Record<string, number[]>;
  bytes: number;
  /** The first answer that wasn't 2xx, or the connection's end. */
  failure?: string;
}

interface Answer {
  status: number;
  bytes: number;
}

/** A connection that carries one request at a time. */
class Connection {
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  #missing = 0;
  #answer: Answer = { status: 0, bytes: 0 };
  #waiting: PromiseWithResolvers<Answer> | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => this.#waiting?.reject(new Error("the connection was closed")));
  }

  async ask(text: string): Promise<Answer> {
    this.#waiting = Promise.withResolvers<Answer>();
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

  async function ask(connection: Connection, asked: number): Promise<void> {
    const call = calls[next++ % calls.length];
    if (!call) return;
    try {
      const answer = await connection.ask(call.text);
      times[call.kind]?.push(Math.round((performance.now() - asked) * 1000));
      seen.bytes += answer.bytes;
      if (answer.status < 200 || answer.status > 299)
        seen.failure ??= `${call.kind}: ${answer.status}`;
    } catch (reason) {
      seen.failure ??= `${call.kind}: ${String(reason)}`;
    }
  }

  async function askAgainAndAgain(): Promise<void> {
    const connection = open();
    do await ask(connection, performance.now());
    while (performance.now() < end && seen.failure === undefined);
  }

  /** A call's time begins when it was due: one that has to wait for its turn has waited. */
  async function askAtRandom(rate: number, seed: number): Promise<void> {
    const random = randomNumbers(seed);
    const idle: Connection[] = [];
    const underWay = new Set<Promise<void>>();
    let due = began;
    async function launch(at: number): Promise<void> {
      const connection = idle.pop() ?? open();
      await ask(connection, at);
      idle.push(connection);
    }
    while (performance.now() < end && seen.failure === undefined) {
      for (; due <= performance.now(); due += exponential(random, 1000 / rate)) {
        const launched = launch(due);
        underWay.add(launched);
        void launched.finally(() => underWay.delete(launched));
      }
      // A timer would be a millisecond late; never to sleep would take a core from the server.
      Atomics.wait(NEVER_WOKEN, 0, 0, DOZE);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(underWay);
  }

  if ("rate" in load) await askAtRandom(load.rate, load.seed);
  else await Promise.all(Array.from({ length: load.connections }, askAgainAndAgain));
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

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";

/** What the servers on one database tell each other. */
export interface Channel {
  /** Settles when others can be heard, or when the first attempt has failed. */
  ready: Promise<void>;
  /** Tells all others, as soon as that is possible. Messages are JSON, and small. */
  send(message: object): void;
  close(): Promise<void>;
}

export interface Hearing {
  onMessage: (message: unknown) => void;
  /** Others can be heard from now on; what they said before may have been missed. */
  onGap: () => void;
}

const CHANNEL = "taskdeck";
/** PostgreSQL takes less than 8,000 bytes at once. */
const BYTES = 7_000;
/** Messages that wait for the connection; beyond, the others are told that they missed some. */
const WAITING = 10_000;
const MISSED = { type: "missed" };

const TIMEOUT = 5_000;
const LONGEST_PAUSE = 2_000;
/** Between two questions whether the connection still is one: it may die without a word. */
const HEARTBEAT = 15_000;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** What a server has said; undefined for anything else, as whoever has the database may speak. */
function read(text: string): { from: unknown; messages: unknown[] } | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(said) || !("from" in said && "messages" in said)) return undefined;
  const { from, messages } = said;
  return Array.isArray(messages) ? { from, messages } : undefined;
}

/**
 * Speaks by NOTIFY and hears by LISTEN, on a connection of its own that is made again whenever it
 * is lost. It needs a session: not a pooler that shares connections between transactions.
 */
export function postgresChannel(url: string, { onMessage, onGap }: Hearing): Channel {
  const name = randomUUID();
  const waiting: string[] = [];
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  let client: Client | undefined;
  let sending: Promise<void> | undefined;

  function take(): string[] {
    let bytes = 2;
    const end = waiting.findIndex((text) => (bytes += Buffer.byteLength(text) + 1) > BYTES);
    return waiting.slice(0, end === -1 ? waiting.length : Math.max(1, end));
  }

  async function sendWaiting(connection: Client): Promise<void> {
    while (waiting.length > 0) {
      const batch = take();
      const text = `{"from":"${name}","messages":[${batch.join(",")}]}`;
      await connection.query("select pg_notify($1, $2)", [CHANNEL, text]);
      waiting.splice(0, batch.length);
    }
  }

  function flush(): void {
    const connection = client;
    if (!connection || sending) return;
    // What can't be sent is sent by the next connection.
    sending = sendWaiting(connection)
      .catch(() => connection.end())
      .finally(() => (sending = undefined));
  }

  function hear(text: string): void {
    const said = read(text);
    // Our own come back too.
    if (said === undefined || said.from === name) return;
    for (const message of said.messages) {
      if (isObject(message) && "type" in message && message.type === MISSED.type) onGap();
      else onMessage(message);
    }
  }

  /** Listens until the connection ends. */
  async function listen(): Promise<void> {
    const { Client } = await import("pg");
    const connection = new Client({
      connectionString: url,
      application_name: "taskdeck events",
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
    });
    const ended = Promise.withResolvers<void>();
    connection.on("error", () => ended.resolve());
    connection.on("end", () => ended.resolve());
    connection.on("notification", ({ payload }) => hear(payload ?? ""));
    await connection.connect();
    const heartbeat = setInterval(() => {
      connection.query("select 1").catch(() => ended.resolve());
    }, HEARTBEAT);
    try {
      await connection.query(`listen ${CHANNEL}`);
      client = connection;
      onGap();
      ready.resolve();
      flush();
      // Who closed it meanwhile found no connection to end.
      if (!closing.signal.aborted) await ended.promise;
    } finally {
      client = undefined;
      clearInterval(heartbeat);
      connection.end().catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const since = Date.now();
      await listen().catch(() => ready.resolve());
      if (Date.now() - since > LONGEST_PAUSE) failures = 0;
      const ms = Math.min(LONGEST_PAUSE, 50 * 2 ** failures);
      await pause(ms, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const running = run();

  return {
    ready: ready.promise,
    send(message) {
      if (waiting.length >= WAITING) waiting.splice(0, waiting.length, JSON.stringify(MISSED));
      waiting.push(JSON.stringify(message));
      flush();
    },
    async close() {
      closing.abort();
      await sending;
      await client?.end();
      await running;
    },
  };
}

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** Messages between the servers that share one database. */
export interface Channel {
  /** Resolves when the channel listens, or when the first attempt to connect has failed. */
  ready: Promise<void>;
  /** Sends a small message to all other servers, as soon as there is a connection. */
  send(message: object): void;
  close(): Promise<void>;
}

export interface ChannelListener {
  onMessage: (message: unknown) => void;
  /** The channel listens from now on. Earlier messages may have been lost. */
  onGap: () => void;
}

const CHANNEL = "taskdeck";
/** The name of the connection that each server has for its messages. */
export const CHANNEL_CLIENT = "taskdeck events";
/** If more messages wait for a connection, they are dropped and the other servers get `onGap`. */
const QUEUE_MAX = 10_000;
const GAP = { type: "missed" };

const TIMEOUT_MS = 5_000;
const RECONNECT_MAX_MS = 2_000;
/** A connection can die without an error, so it is tested at this interval. */
const HEARTBEAT_MS = 15_000;

/** Reads a notification. The fields are undefined if another program sent it. */
function parse(payload: string): { from?: unknown; message?: unknown } {
  try {
    return Object(JSON.parse(payload)) as { from?: unknown; message?: unknown };
  } catch {
    return {};
  }
}

const isGap = (message: unknown) => (Object(message) as { type?: unknown }).type === GAP.type;

/** A client that is not connected yet, and a promise that resolves when its connection is lost. */
async function createClient(url: string) {
  // Loaded here, because a server on SQLite does not need it.
  const { Client } = await import("pg");
  const client = new Client({
    connectionString: url,
    application_name: CHANNEL_CLIENT,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  const { promise: lost, resolve: onLost } = Promise.withResolvers<void>();
  client.on("error", () => onLost());
  client.on("end", () => onLost());
  return { client, lost, onLost };
}

async function notify(client: Client, from: string, messages: object[]): Promise<void> {
  const payloads = messages.map((message) => JSON.stringify({ from, message }));
  const query = "select pg_notify($1, payload) from unnest($2::text[]) as payload";
  await client.query(query, [CHANNEL, payloads]);
}

/** Runs `work` again whenever it ends. The pauses grow as long as it keeps ending early. */
async function repeat(work: () => Promise<void>, closing: AbortSignal): Promise<void> {
  for (let failures = 0; !closing.aborted; failures += 1) {
    const start = Date.now();
    await work();
    if (Date.now() - start > RECONNECT_MAX_MS) failures = 0;
    const ms = Math.min(RECONNECT_MAX_MS, 50 * 2 ** failures);
    await sleep(ms, undefined, { signal: closing }).catch(() => undefined);
  }
}

/**
 * A channel that uses LISTEN/NOTIFY on its own connection, and reconnects when that is lost. A
 * connection pooler must use session pooling.
 */
export function postgresChannel(url: string, { onMessage, onGap }: ChannelListener): Channel {
  const sender = randomUUID();
  const queue: object[] = [];
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  let connection: Client | undefined;
  let sending: Promise<void> | undefined;

  async function sendQueue(client: Client): Promise<void> {
    while (queue.length > 0) {
      const messages = queue.splice(0);
      try {
        await notify(client, sender, messages);
      } catch (failure) {
        // The next connection sends them.
        queue.unshift(...messages);
        throw failure;
      }
    }
  }

  function flush(): void {
    const client = connection;
    if (!client || sending) return;
    sending = sendQueue(client)
      .catch(() => client.end())
      .finally(() => (sending = undefined));
  }

  function receive(payload: string): void {
    const { from, message } = parse(payload);
    // LISTEN delivers our own messages too.
    if (from === sender || message === undefined) return;
    if (isGap(message)) onGap();
    else onMessage(message);
  }

  /** Listens until the connection is lost. */
  async function listen(): Promise<void> {
    const { client, lost, onLost } = await createClient(url);
    client.on("notification", ({ payload = "" }) => receive(payload));
    await client.connect();
    const heartbeat = setInterval(() => void client.query("select 1").catch(onLost), HEARTBEAT_MS);
    try {
      await client.query(`listen ${CHANNEL}`);
      connection = client;
      onGap();
      ready.resolve();
      flush();
      // `close` may have run before there was a connection to end.
      if (!closing.signal.aborted) await lost;
    } finally {
      connection = undefined;
      clearInterval(heartbeat);
      client.end().catch(() => undefined);
    }
  }

  const running = repeat(() => listen().catch(() => ready.resolve()), closing.signal);

  return {
    ready: ready.promise,
    send(message) {
      if (queue.length >= QUEUE_MAX) queue.splice(0, queue.length, GAP);
      queue.push(message);
      flush();
    },
    async close() {
      closing.abort();
      await sending;
      await connection?.end();
      await running;
    },
  };
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { LoadTarget } from "./loadTarget.ts";
import { emailOf, fillUsers, PASSWORD } from "./loadUsers.ts";
import type { Streams } from "./measurements.ts";
import { median } from "./table.ts";

const STREAMS_MAX = 1_000;
/** The numbers of open streams at which moves are measured. */
const STREAM_COUNTS = [0, 100, STREAMS_MAX];
const MOVES = 40;
/** Covers one heartbeat, which comes every 15 s. */
const IDLE_SECONDS = 15;
/** Fewer than the server's limits. */
const STREAMS_PER_SESSION = 8;
const STREAMS_PER_USER = 24;

/** Measures the memory of event streams, and the cost of sending events to them. */
export async function measureStreams(target: LoadTarget): Promise<Streams> {
  await fillUsers(target.db, 0, Math.ceil(STREAMS_MAX / STREAMS_PER_USER));
  const streams: Stream[] = [];
  const before = await target.server.memoryInUse();
  const moves: Streams["moves"] = [];
  for (const size of STREAM_COUNTS) {
    await openStreams(target, streams, size);
    moves.push({ streams: size, ...(await measureMoves(target, streams)) });
  }
  const memory = ((await target.server.memoryInUse()) - before) / streams.length;
  const resting = await target.server.cpu();
  await pause(IDLE_SECONDS * 1000);
  const idle = ((await target.server.cpu()) - resting) / IDLE_SECONDS / streams.length;
  for (const stream of streams) stream.socket.destroy();
  return { open: streams.length, memory, idle, moves };
}

/** Opens streams of as few users as the server allows, until there are `count`. */
export async function openStreams(
  target: LoadTarget,
  streams: Stream[],
  count: number,
): Promise<void> {
  while (streams.length < count) {
    const email = emailOf(Math.floor(streams.length / STREAMS_PER_USER));
    const { accessToken } = await target.post<SessionResponse>("login", {
      email,
      password: PASSWORD,
    });
    for (let open = 0; open < STREAMS_PER_SESSION && streams.length < count; open += 1) {
      streams.push(await openStream(target.port, accessToken));
    }
  }
}

export interface Stream {
  socket: Socket;
  token: string;
  /** The number of received changes. */
  changes: number;
  onChange?: () => void;
}

/** Opens a stream, and waits for its response head. */
async function openStream(port: number, token: string): Promise<Stream> {
  const socket = connect({ port, host: "127.0.0.1" });
  const stream: Stream = { socket, token, changes: 0 };
  socket.setEncoding("latin1");
  socket.write(
    `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  const [head] = (await once(socket, "data")) as [string];
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`no stream: ${head.split("\r\n", 1)[0]}`);
  socket.on("data", (text: string) => {
    const changes = text.split("event: change").length - 1;
    stream.changes += changes;
    if (changes > 0) stream.onChange?.();
  });
  return stream;
}

/** Moves one task after another, and waits each time until every stream has received the event. */
async function measureMoves(target: LoadTarget, streams: readonly Stream[]) {
  for (const stream of streams) stream.changes = 0;
  const calls = (await target.calls("move")).slice(0, MOVES);
  const lastReceived: number[] = [];
  const before = await target.server.cpu();
  for (const [index, { text }] of calls.entries()) {
    const began = performance.now();
    await send(target.port, text);
    while (!streams.every(({ changes }) => changes > index)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    lastReceived.push((performance.now() - began) * 1000);
  }
  const server = ((await target.server.cpu()) - before) / calls.length;
  return { server, lastReceived: median(lastReceived) };
}

export async function send(port: number, text: string): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(text.replace("\r\n", "\r\nconnection: close\r\n"));
  socket.resume();
  await once(socket, "close");
}

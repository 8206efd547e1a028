import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import { openStreams, type Stream, send } from "./loadStreams.ts";
import type { LoadTarget } from "./loadTarget.ts";
import { fillUsers } from "./loadUsers.ts";
import { READS, type Read, type Readers } from "./measurements.ts";
import { median } from "./table.ts";

/** The numbers of open boards at which moves are measured. Every board has a stream. */
const OPEN_COUNTS = [100, 1_000];
const MOVES: Record<Read, number> = { board: 4, changes: 20 };
/**
 * The maximum number of connections that all boards share. A connection per read would use up the
 * ports.
 */
const CONNECTIONS_MAX = 100;

interface Response {
  bytes: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Measures a move after which every open board fetches the whole board, or only the changes. */
export async function measureReaders(target: LoadTarget): Promise<Readers[]> {
  await fillUsers(target.db, 0, Math.ceil(Math.max(...OPEN_COUNTS) / 24));
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const streams: Stream[] = [];
  const measured: Readers[] = [];
  for (const open of OPEN_COUNTS) {
    await openStreams(target, streams, open);
    for (const read of READS) {
      measured.push({ open, read, ...(await measureMoves(target, streams, read, agent)) });
    }
  }
  for (const { socket } of streams) socket.destroy();
  agent.destroy();
  return measured;
}

async function fetchFrom(port: number, path: string, token: string, agent: Agent) {
  const headers = { authorization: `Bearer ${token}` };
  const [response] = (await once(
    get({ port, host: "127.0.0.1", path, headers, agent }),
    "response",
  )) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  return { bytes: body.length, headers: response.headers, body } satisfies Response;
}

async function measureMoves(
  target: LoadTarget,
  streams: readonly Stream[],
  read: Read,
  agent: Agent,
): Promise<Pick<Readers, "server" | "bytes" | "took">> {
  const { port } = target;
  const fetchPath = (path: string, token: string) => fetchFrom(port, path, token, agent);
  const [first] = streams;
  if (!first) throw new Error("no stream");
  const board = await fetchPath("/api/kanban/board?descriptions=none", first.token);
  let position = String(board.headers[EVENT_ID_HEADER]);
  let size = 0;

  /** Fetches what the app fetches after an event. */
  async function readAfterEvent({ token }: Stream): Promise<Response> {
    if (read === "board") return await fetchPath("/api/kanban/board?descriptions=none", token);
    return await fetchPath(`/api/kanban/changes?since=${position}`, token);
  }

  const calls = (await target.calls("move")).slice(0, MOVES[read]);
  const took: number[] = [];
  const before = await target.server.cpu();
  for (const { text } of calls) {
    const began = performance.now();
    const responses = streams.map(async (stream) => {
      await new Promise<void>((resolve) => (stream.onChange = resolve));
      return await readAfterEvent(stream);
    });
    await send(port, text);
    const all = await Promise.all(responses);
    took.push((performance.now() - began) * 1000);
    size += all.reduce((sum, { bytes }) => sum + bytes, 0);
    const changes = read === "changes" && (JSON.parse(String(all[0]?.body)) as object);
    if (changes && "position" in changes) position = String(changes.position);
    else if (changes) throw new Error("a reset");
  }
  return {
    server: ((await target.server.cpu()) - before) / calls.length,
    bytes: size / calls.length / streams.length,
    took: median(took),
  };
}

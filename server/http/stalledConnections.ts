import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Connections at the same time; each open app has one for its events. */
const CONNECTIONS_MAX = 10_000;
/** How long a client may take none of what waits for it, in ms. */
const PATIENCE_MS = 30_000;
const CHECK_MS = 5_000;
/** ms between two log lines about refused connections. */
const TELL_MS = 60_000;

/** What is known of a connection that has something to send. */
interface Pending {
  /** Changes as the client takes something; see {@link sentMark}. */
  mark: string;
  since: number;
}

/**
 * How far a connection has come with sending. A write counts as pending until the system has taken all of
 * it, which may be megabytes; only the handle's queue shows that a slow client still reads.
 */
function sentMark(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`;
}

/**
 * Closes connections whose client doesn't read: what waits for it would stay in memory. A socket's
 * own timeout starts again with every request of such a client, and with every heartbeat to it.
 */
export function closeStalled(
  server: Server,
  { patience = PATIENCE_MS, interval = CHECK_MS }: { patience?: number; interval?: number } = {},
): void {
  const sockets = new Map<Socket, Pending | null>();
  server.on("connection", (socket) => {
    sockets.set(socket, null);
    socket.once("close", () => sockets.delete(socket));
  });

  function check(): void {
    const now = performance.now();
    for (const [socket, before] of sockets) {
      const mark = socket.writableLength === 0 ? null : sentMark(socket);
      if (mark === null) sockets.set(socket, null);
      else if (mark !== before?.mark) sockets.set(socket, { mark, since: now });
      // The system's buffer goes, too.
      else if (now - before.since >= patience) socket.resetAndDestroy();
    }
  }
  server.once("listening", () => {
    const timer = setInterval(check, interval);
    server.once("close", () => clearInterval(timer));
  });
}

/** Bounds the connections, in number and in how long they may be stalled. */
export function limitConnections({ server, log }: FastifyInstance): void {
  closeStalled(server);
  server.maxConnections = CONNECTIONS_MAX;
  let told = -Infinity;
  server.on("drop", () => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    log.warn(`Connections are refused: ${CONNECTIONS_MAX} are open`);
  });
}

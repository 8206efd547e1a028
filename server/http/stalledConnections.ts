import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The maximum number of connections. Each open app needs one for its event stream. */
const CONNECTIONS_MAX = 10_000;
/** The time in ms for which a client may leave pending data unread. */
const STALL_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 5_000;
/** The minimum time in ms between two log lines about refused connections. */
const REFUSAL_LOG_INTERVAL_MS = 60_000;

/** A connection with unsent data. */
interface PendingData {
  /** See {@link sendProgress}. */
  progress: string;
  since: number;
}

/**
 * Changes whenever the client reads something. A large write counts as pending until the system has
 * taken all of it; only the handle's queue shows that a slow client still reads.
 */
function sendProgress(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`;
}

/**
 * Closes connections whose client doesn't read, because unread data stays in memory. A socket's own
 * timeout doesn't help: every further request and every heartbeat restarts it.
 */
export function closeStalled(
  server: Server,
  { timeoutMs = STALL_TIMEOUT_MS, intervalMs = CHECK_INTERVAL_MS } = {},
): void {
  const sockets = new Map<Socket, PendingData | null>();
  server.on("connection", (socket) => {
    sockets.set(socket, null);
    socket.once("close", () => sockets.delete(socket));
  });

  function check(): void {
    const now = performance.now();
    for (const [socket, before] of sockets) {
      const progress = socket.writableLength === 0 ? null : sendProgress(socket);
      if (progress === null) sockets.set(socket, null);
      else if (progress !== before?.progress) sockets.set(socket, { progress, since: now });
      // A reset also discards the data in the system's buffer.
      else if (now - before.since >= timeoutMs) socket.resetAndDestroy();
    }
  }
  server.once("listening", () => {
    const timer = setInterval(check, intervalMs);
    server.once("close", () => clearInterval(timer));
  });
}

/** Limits the number of connections, and closes stalled ones. */
export function limitConnections({ server, log }: FastifyInstance): void {
  closeStalled(server);
  server.maxConnections = CONNECTIONS_MAX;
  let loggedAt = -Infinity;
  server.on("drop", () => {
    if (performance.now() - loggedAt < REFUSAL_LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn(`Connections are refused: ${CONNECTIONS_MAX} are open`);
  });
}

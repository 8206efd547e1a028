import type { IncomingMessage, Server } from "node:http";
import { handleClientError } from "./clientErrors.ts";

/** The time in ms in which headers, and in which a whole request must arrive. */
const ARRIVAL_MS = 30_000;
/** A file must arrive at this rate, which is slower than the worst phone network, and in this time in ms. */
const MIN_BYTES = 16 * 1024;
const UPLOAD_MS = 30 * 60_000;
const CHECK_INTERVAL_MS = 5_000;

/** A request whose body arrives. */
interface Arrival {
  since: number;
  /** When enough bytes had arrived last, and how many the connection had read then. */
  checkedAt: number;
  read: number;
}

const uploads = new WeakSet<IncomingMessage>();

/** Lets the body of a request arrive slowly, as a file does on a slow network. */
export function allowSlowArrival(request: IncomingMessage): void {
  uploads.add(request);
}

/**
 * Ends requests that don't arrive in time. Node's own limit is the same for all requests, and ends a file
 * that arrives slowly, too.
 */
export function limitArrival(
  server: Server,
  { arrivalMs = ARRIVAL_MS, intervalMs = CHECK_INTERVAL_MS } = {},
): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  server.requestTimeout = 0;
  server.headersTimeout = arrivalMs;
  server.on("request", (request: IncomingMessage) => {
    if (request.complete) return;
    const now = performance.now();
    arrivals.set(request, { since: now, checkedAt: now, read: request.socket.bytesRead });
  });

  function isLate(request: IncomingMessage, arrival: Arrival, now: number): boolean {
    const { bytesRead } = request.socket;
    if (!uploads.has(request)) return now - arrival.since >= arrivalMs;
    if (now - arrival.since >= UPLOAD_MS) return true;
    if (now - arrival.checkedAt < arrivalMs) return false;
    const isSlow = bytesRead - arrival.read < MIN_BYTES;
    arrival.checkedAt = now;
    arrival.read = bytesRead;
    return isSlow;
  }

  function check(): void {
    const now = performance.now();
    for (const [request, arrival] of arrivals) {
      if (request.complete || request.destroyed) arrivals.delete(request);
      else if (isLate(request, arrival, now)) {
        arrivals.delete(request);
        const failure = Object.assign(new Error("Request timeout"), {
          code: "ERR_HTTP_REQUEST_TIMEOUT",
        });
        handleClientError(failure, request.socket);
      }
    }
  }
  server.once("listening", () => {
    const timer = setInterval(check, intervalMs);
    server.once("close", () => clearInterval(timer));
  });
}

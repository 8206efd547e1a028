import type { FastifyServerOptions } from "fastify";
import { destination } from "pino";

/**
 * The log of a running server: lines of JSON on standard output, without secrets. They are written
 * together, at most half a second late: a write for each would add some 5 % to the cost of a board
 * read, and hold requests up while a slow reader catches up. The rest is written at the exit.
 */
export function serverLog(): FastifyServerOptions["logger"] {
  return {
    level: "info",
    redact: ["req.headers.authorization", "req.headers.cookie"],
    stream: destination({ sync: false, minLength: 4096, periodicFlush: 500 }),
  };
}

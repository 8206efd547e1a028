import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { pathOf } from "./log.ts";

/**
 * The time in ms in which a reverse proxy may still send requests on the connections that it keeps. Their
 * responses tell it to close them, so that it sends none into a connection that this server closes.
 */
const LAST_REQUESTS_MS = 500;
/** The interval in ms at which connections are closed whose last response has been sent. */
const IDLE_CHECK_MS = 50;
/** The time in ms that a shutdown waits for running requests. */
const DRAIN_TIMEOUT_MS = 7_000;
/** The maximum number of unfinished requests that the log names. */
const NAMED_MAX = 20;

/**
 * Ends connections when the server closes: each response says `Connection: close`, and idle connections
 * are closed until none is left. After {@link DRAIN_TIMEOUT_MS} it closes all others, and logs which
 * requests were unfinished. Must be registered before the hooks that end event streams.
 *
 * @returns whether the server is closing, so that it is not ready for more requests
 */
export function drainOnClose(app: FastifyInstance): () => boolean {
  const { server } = app;
  const unfinished = new Set<FastifyRequest>();
  let isClosing = false;
  app.addHook("onRequest", (request, { raw }, done) => {
    unfinished.add(request);
    raw.once("close", () => unfinished.delete(request));
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });

  function closeAll(): void {
    const names = [...unfinished].map(({ method, url, id }) => `${method} ${pathOf(url)} (${id})`);
    const requests = names.slice(0, NAMED_MAX);
    app.log.warn({ requests }, `Closing the connections of unfinished requests: ${names.length}`);
    server.closeAllConnections();
  }

  app.addHook("preClose", async () => {
    isClosing = true;
    if (!server.listening) return;
    const timers = [
      setInterval(() => server.listening || server.closeIdleConnections(), IDLE_CHECK_MS),
      setTimeout(closeAll, DRAIN_TIMEOUT_MS),
    ];
    server.once("close", () => timers.forEach(clearTimeout));
    const count = await promisify(server.getConnections.bind(server))();
    if (count > 0) await pause(LAST_REQUESTS_MS);
  });
  return () => isClosing;
}

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.ts";

/**
 * Serves GET /metrics, and nothing else, on an address of its own: who may read the figures is
 * decided by who can reach it.
 */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host }: { port: number; host: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    const known = request.url?.split("?", 1)[0] === "/metrics";
    const reading = request.method === "GET" || request.method === "HEAD";
    if (!known || !reading) {
      response.writeHead(known ? 405 : 404, { "content-type": "text/plain" }).end();
      return;
    }
    const headers = { "content-type": metrics.contentType, "cache-control": "no-store" };
    metrics.text().then(
      (text) => response.writeHead(200, headers).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

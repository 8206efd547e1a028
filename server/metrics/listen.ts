import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.ts";

/**
 * Serves only GET /metrics, on a separate port without authentication. The network decides who can
 * reach it.
 */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host, basePath = "" }: { port: number; host: string; basePath?: string },
): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0];
    const found = path === "/metrics" || path === `${basePath}/metrics`;
    const allowed = request.method === "GET" || request.method === "HEAD";
    if (!found || !allowed) {
      response.writeHead(found ? 405 : 404, { "content-type": "text/plain" }).end();
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

import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** What there is to say when it isn't simply no HTTP. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/**
 * Answers what never became a request, as it can't be read as HTTP: neither hooks nor routes learn
 * of it. In the one shape of failures, and then the connection ends.
 */
export function handleClientError({ code }: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && code !== "ECONNRESET") {
    const status = STATUS[code ?? ""] ?? 400;
    const body = JSON.stringify({ error: STATUS_CODES[status] });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${body.length}`,
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      "connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroy();
}

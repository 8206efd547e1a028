import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** The status by Node's error code; any other code means that the request is not HTTP. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Responds to a request that can't be parsed, which no hook or route sees, and disconnects. */
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

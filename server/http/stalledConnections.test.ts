import { once } from "node:events";
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { closeStalled } from "./stalledConnections.ts";

const MB = 1024 * 1024;
/** More than the system buffers for a client that doesn't read. */
const LARGE = Buffer.alloc(32 * MB);

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a server, and returns the response that a client has begun to receive. */
async function respond(
  timeoutMs: number,
  answer: (response: ServerResponse) => void,
): Promise<{ response: IncomingMessage; served: Socket }> {
  server = createServer((_request, response) => answer(response));
  closeStalled(server, { timeoutMs, intervalMs: 20 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const served = once(server, "connection") as Promise<[Socket]>;
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: "127.0.0.1", agent: false });
  request.on("error", () => undefined);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.pause().on("error", () => undefined);
  return { response, served: (await served)[0] };
}

test("closes a connection whose client doesn't read, even if the server writes heartbeats", async () => {
  const { served } = await respond(100, (response) => {
    response.write(LARGE);
    const beat = setInterval(() => response.write(":\n\n"), 10);
    response.on("close", () => clearInterval(beat));
  });
  await once(served, "close");
});

test("keeps the connection of a slow client that reads", async () => {
  const { response } = await respond(1_500, (response) => response.end(LARGE));
  let bytes = 0;
  let pauses = 0;
  // The whole response takes longer than the timeout, in steps that are much shorter.
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > 0.5 * MB * pauses) {
      pauses += 1;
      await setTimeout(50);
    }
  }
  expect(bytes).toBe(LARGE.length);
});

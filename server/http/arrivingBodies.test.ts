import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { allowSlowArrival, limitArrival } from "./arrivingBodies.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the head of a request for 100,000 bytes to a server. */
async function begin(onRequest: (request: IncomingMessage) => void): Promise<Socket> {
  server = createServer((request, response) => {
    onRequest(request);
    request.on("error", () => undefined).on("end", () => response.end("received"));
    request.resume();
  });
  limitArrival(server, { arrivalMs: 300, intervalMs: 20 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 100000\r\n\r\n");
  return client;
}

test("ends a request whose body stalls, a file too", async () => {
  expect(await text(await begin(() => undefined))).toMatch(/^HTTP\/1.1 408/);
  server.close();
  expect(await text(await begin(allowSlowArrival))).toMatch(/^HTTP\/1.1 408/);
});

test("lets a file arrive as long as its bytes come, and ends another body in time", async () => {
  const answerTo = async (client: Socket) => {
    // What the server has not read when it closes the connection is lost with a reset.
    const answer = text(client).catch(() => "HTTP/1.1 408");
    client.on("error", () => undefined);
    for (let sent = 0; sent < 100_000 && client.writable; sent += 10_000) {
      client.write(Buffer.alloc(10_000));
      await setTimeout(60);
    }
    return await answer;
  };
  expect(await answerTo(await begin(allowSlowArrival))).toMatch(/received$/);
  server.close();
  expect(await answerTo(await begin(() => undefined))).toMatch(/^HTTP\/1.1 408/);
});

import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readEvents, type StreamEnd, type StreamMessage } from "./eventStream.ts";

const realFetch = globalThis.fetch;
let messages: StreamMessage[];
let leaving: AbortController;

beforeEach(() => {
  messages = [];
  leaving = new AbortController();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

function read(respond: (request: Request) => Response | Promise<Response>): Promise<StreamEnd> {
  globalThis.fetch = async (input, init) => await respond(new Request(input, init));
  return readEvents({
    url: "http://localhost/api/events",
    headers: { "last-event-id": "s-1" },
    signal: leaving.signal,
    onMessage: (message) => messages.push(message),
  });
}

const STREAM = { "content-type": "text/event-stream; charset=utf-8" };

/** A stream of these chunks, which then ends, breaks or falls silent. */
function stream(pieces: string[], end: "ends" | "breaks" | "falls silent", signal?: AbortSignal) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (end === "ends") controller.close();
      signal?.addEventListener("abort", () => controller.error(signal.reason));
    },
    pull(controller) {
      if (end === "breaks") controller.error(new TypeError("network error"));
    },
  });
  return new Response(body, { headers: STREAM });
}

test.each([
  [401, {}, { type: "unauthorized" }],
  [404, {}, { type: "unsupported" }],
  [405, {}, { type: "unsupported" }],
  [501, {}, { type: "unsupported" }],
  [403, {}, { type: "unsupported" }],
  [200, { "content-type": "text/html" }, { type: "unsupported" }],
  [200, { "content-type": "application/json" }, { type: "unsupported" }],
  [200, {}, { type: "unsupported" }],
  [429, {}, { type: "lost", unanswered: false }],
  [500, {}, { type: "lost", unanswered: false }],
  [502, {}, { type: "lost", unanswered: true }],
  [503, {}, { type: "lost", unanswered: true }],
] as const)("a response with status %d and headers %j: %j", async (status, headers, end) => {
  expect(await read(() => new Response("no stream", { status, headers }))).toEqual(end);
});

test("reports that the server may be unreachable if there is no response", async () => {
  const end = await read(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(end).toEqual({ type: "lost", unanswered: true });
});

test("reads messages from chunks of any size", async () => {
  const change = { type: "task", id: "7", change: "moved", by: null };
  const text =
    `id: s-2\nevent: change\ndata: ${JSON.stringify(change)}\n\n:\n\n` +
    `id: s-2\nevent: ready\ndata: {"heartbeat":15}\n\n` +
    `id: s-3\nevent: something-new\ndata: {}\n\n` +
    `id: s-4\nevent: reset\ndata: {"heartbeat":15}\n\n`;
  const end = await read((request) => {
    expect(request.headers.get("last-event-id")).toBe("s-1");
    expect(request.headers.get("accept")).toBe("text/event-stream");
    return stream([text.slice(0, 30), text.slice(30, 31), text.slice(31)], "ends");
  });
  expect(end).toEqual({ type: "lost", unanswered: false });
  expect(messages).toEqual([
    { type: "change", id: "s-2", change },
    { type: "opened", id: "s-2", missed: false },
    { type: "opened", id: "s-4", missed: true },
  ]);
});

test("reports that the server may be unreachable if the connection breaks", async () => {
  const end = await read(() => stream([":\n\n"], "breaks"));
  expect(end).toEqual({ type: "lost", unanswered: true });
});

test("closes a stream with invalid data", async () => {
  let connection: AbortSignal | undefined;
  const end = await read(({ signal }) => {
    connection = signal;
    return stream(["id: s-1\nevent: ready\ndata: no JSON\n\n"], "falls silent", signal);
  });
  expect(end).toEqual({ type: "lost", unanswered: true });
  expect(connection?.aborted).toBe(true);
});

test("closes a silent stream", async () => {
  const ready = `id: s-1\nevent: ready\ndata: {"heartbeat":0.02}\n\n`;
  const end = await read(({ signal }) => stream([ready], "falls silent", signal));
  expect(end).toEqual({ type: "lost", unanswered: true });
});

test("an abort does not count as unanswered", async () => {
  const ready = `id: s-1\nevent: ready\ndata: {"heartbeat":60}\n\n`;
  const ended = read(({ signal }) => {
    setTimeout(() => leaving.abort(), 5);
    return stream([ready], "falls silent", signal);
  });
  expect(await ended).toEqual({ type: "lost", unanswered: false });
});

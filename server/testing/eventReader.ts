import { createParser } from "eventsource-parser";
import type { Change, EventName, StreamOpened } from "#contract/events.ts";
import type { TestServer, TestUser } from "#server/testing/server.ts";

/** An event as a test looks at it. */
export interface Told {
  name: EventName;
  id: string;
  data: Change | StreamOpened;
}

/** A stream that a test reads, over a real connection. */
export interface Reader {
  response: Response;
  told: Told[];
  /** How many signs of life there were. */
  beats: number;
  /** The stream's end: whether it came in good order. */
  ended: Promise<"ended" | "broken">;
  /** The changes so far. */
  changes(): unknown[];
  close(): void;
}

const addresses = new WeakMap<TestServer, Promise<string>>();

/** Where the server listens; it begins to when it is first asked. */
export function addressOf(server: TestServer): Promise<string> {
  const known = addresses.get(server) ?? server.app.listen({ port: 0, host: "127.0.0.1" });
  addresses.set(server, known);
  return known;
}

/** Opens a stream of events, and resolves once the server has said that it is open. */
export async function read(server: TestServer, user: TestUser, lastId?: string): Promise<Reader> {
  return await readFrom(await addressOf(server), user.accessToken, lastId);
}

/** Likewise, of a server that listens at `base`. */
export async function readFrom(base: string, token: string, lastId?: string): Promise<Reader> {
  const closing = new AbortController();
  const authorization = `Bearer ${token}`;
  const headers = { authorization, ...(lastId !== undefined && { "last-event-id": lastId }) };
  const response = await fetch(`${base}/api/events`, { headers, signal: closing.signal });
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<"ended" | "broken">();
  const reader: Reader = {
    response,
    told: [],
    beats: 0,
    ended: ended.promise,
    changes: () => reader.told.filter(({ name }) => name === "change").map(({ data }) => data),
    close: () => closing.abort(),
  };
  const parser = createParser({
    onComment: () => (reader.beats += 1),
    onEvent: ({ event, id = "", data }) => {
      reader.told.push({ name: event as EventName, id, data: JSON.parse(data) as Change });
      if (event !== "change") opened.resolve();
    },
  });
  const texts = response.body?.pipeThrough(new TextDecoderStream());
  async function follow() {
    for await (const text of texts ?? []) parser.feed(text);
  }
  follow().then(
    () => ended.resolve("ended"),
    () => ended.resolve("broken"),
  );
  await opened.promise;
  return reader;
}

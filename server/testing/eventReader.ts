import { createParser } from "eventsource-parser";
import type { Change, EventName, StreamOpened } from "#contract/events.ts";
import type { TestServer, TestUser } from "#server/testing/server.ts";

/** A received event. */
interface ReceivedEvent {
  name: EventName;
  id: string;
  data: Change | StreamOpened;
}

/** An event stream over a real connection. */
export interface Reader {
  response: Response;
  told: ReceivedEvent[];
  /** The number of heartbeats. */
  heartbeats: number;
  /** Resolves at the stream's end: `broken` if the connection was cut. */
  ended: Promise<"ended" | "broken">;
  /** The changes so far. */
  changes(): unknown[];
  close(): void;
}

const addresses = new WeakMap<TestServer, Promise<string>>();

/** The server's base URL. The first call makes it listen. */
export function addressOf(server: TestServer): Promise<string> {
  const known = addresses.get(server) ?? server.app.listen({ port: 0, host: "127.0.0.1" });
  addresses.set(server, known);
  return known;
}

/** Opens an event stream. Resolves once the server has sent its first event. */
export async function openReader(
  server: TestServer,
  user: TestUser,
  lastId?: string,
): Promise<Reader> {
  return await openReaderAt(await addressOf(server), user.accessToken, lastId);
}

/** Like {@link openReader}, for a server that listens at `base`. */
export async function openReaderAt(base: string, token: string, lastId?: string): Promise<Reader> {
  const closing = new AbortController();
  const authorization = `Bearer ${token}`;
  const headers = { authorization, ...(lastId !== undefined && { "last-event-id": lastId }) };
  const response = await fetch(`${base}/api/events`, { headers, signal: closing.signal });
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<"ended" | "broken">();
  const reader: Reader = {
    response,
    told: [],
    heartbeats: 0,
    ended: ended.promise,
    changes: () => reader.told.filter(({ name }) => name === "change").map(({ data }) => data),
    close: () => closing.abort(),
  };
  const parser = createParser({
    onComment: () => (reader.heartbeats += 1),
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

import type { ServerResponse } from "node:http";
import type { EventName, StreamOpened } from "#contract/events.ts";
import type { EventBus, NumberedChange } from "#server/eventBus.ts";

/** Bytes that may wait for a slow reader; more than all changes that are kept. */
export const BACKLOG = 512 * 1024;
/** ms that a reader has to take the end. */
const PATIENCE = 1_000;

/** One reader of events. */
export interface EventStream {
  userId: string;
  sessionId: string;
  end(): void;
}

interface StreamOptions {
  response: ServerResponse;
  bus: EventBus;
  /** The last event that the reader has seen, if it comes back. */
  lastId: string | undefined;
  /** Seconds between two signs of life. */
  heartbeat: number;
  userId: string;
  sessionId: string;
  /** Called at every sign of life, and when the user's sessions may have ended. */
  check: () => void;
  /** Called once, when the stream is over, whoever ended it. */
  onEnd: () => void;
}

/** Changes as text, for all readers but those of the session that made them. */
const changes = new WeakMap<NumberedChange, string>();

const lines = (id: string, name: EventName, data: object) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * A change as the readers of a session get it. Others never learn which tab made it: they could
 * send that tab's id with their own changes, and the tab would ignore them.
 */
function changeLines(told: NumberedChange, sessionId: string): string {
  const { id, change } = told;
  if (change.by?.sessionId === sessionId) {
    return lines(id, "change", { ...change, by: change.by.clientId });
  }
  const text = changes.get(told) ?? lines(id, "change", { ...change, by: null });
  changes.set(told, text);
  return text;
}

/**
 * Sends what was missed, then what happens, until either side ends it. A reader that can't keep up
 * is dropped, rather than letting its backlog grow: it comes back and catches up.
 */
export function openStream(options: StreamOptions): () => void {
  const { response, bus, lastId, heartbeat, userId, sessionId, check, onEnd } = options;

  function send(text: string) {
    response.write(text);
    if (response.writableLength > BACKLOG) response.destroy();
  }

  const missed = lastId === undefined ? [] : bus.since(lastId);
  for (const told of missed ?? []) send(changeLines(told, sessionId));
  const opened: StreamOpened = { heartbeat };
  send(lines(bus.lastEventId, missed ? "ready" : "reset", opened));

  const unsubscribe = bus.subscribe((news) => {
    if ("type" in news && news.type === "gap") {
      send(lines(bus.lastEventId, "reset", opened));
      return check();
    }
    const about = "change" in news ? news.change : news;
    if ("change" in news) send(changeLines(news, sessionId));
    if (about.type !== "task" && about.type !== "team" && about.id === userId) check();
  });
  const timer = setInterval(() => {
    send(":\n\n");
    check();
  }, heartbeat * 1000);

  function forget() {
    clearInterval(timer);
    unsubscribe();
    onEnd();
  }
  // A connection that broke is over; there is nobody to tell.
  response.on("error", forget).on("close", forget);
  return () => {
    forget();
    response.end();
    // Who doesn't take the end either is cut off.
    const patience = setTimeout(() => response.destroy(), PATIENCE);
    response.on("close", () => clearTimeout(patience));
  };
}

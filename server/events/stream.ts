import type { ServerResponse } from "node:http";
import type { EventName, StreamOpened } from "#contract/events.ts";
import type { BusListener, ChangeEvent, EventBus, NumberedChange } from "#server/eventBus.ts";

/** The maximum size of unsent data. It exceeds the size of all changes that a client can have missed. */
const BACKLOG_MAX_BYTES = 512 * 1024;
/** The maximum number of live changes that wait until the missed ones are read. */
const WAITING_MAX = 1_000;
/** The time in ms that a client has to close its end of the connection. */
const CLOSE_TIMEOUT_MS = 1_000;

/** An open response to GET /api/events. */
export interface EventStream {
  userId: string;
  sessionId: string;
  end(): void;
}

interface StreamOptions {
  response: ServerResponse;
  bus: EventBus;
  /** The last event that the client has seen, if it reconnects. */
  lastEventId: string | undefined;
  heartbeatSeconds: number;
  userId: string;
  sessionId: string;
  /** Called at every heartbeat, and when the user's sessions may have ended. */
  isSessionValid: () => Promise<boolean>;
  /** Whether a bulk action of the user on tasks is under way. Its start is not recorded. */
  hasTaskRun: () => Promise<boolean>;
  /** Called when the missed changes are sent, or can't be read. */
  onStart: () => void;
  /** Called when the stream has ended, on either side. */
  onEnd: () => void;
}

/** Changes as text, shared by all streams except those of the session that made them. */
const sharedLines = new WeakMap<NumberedChange, string>();

const linesOf = (id: string, name: EventName, data: object) =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * A change as text for one session. Other sessions must not learn the tab's id: with it they could
 * make the tab ignore their own changes.
 */
function changeLines(numbered: NumberedChange, sessionId: string): string {
  const { id, change } = numbered;
  if (change.by?.sessionId === sessionId) {
    return linesOf(id, "change", { ...change, by: change.by.clientId });
  }
  const lines = sharedLines.get(numbered) ?? linesOf(id, "change", { ...change, by: null });
  sharedLines.set(numbered, lines);
  return lines;
}

/** The events that only the user whose id they have receives. They would wake the others for nothing. */
const isPrivate = ({ type, change }: ChangeEvent): boolean =>
  type === "inbox" ||
  (type === "taskRun" && change === "started") ||
  (type === "view" && change === "own");

/** What a stream tells of some changes, as one text: each write costs more than its lines. */
const linesFor = (
  changes: readonly NumberedChange[],
  { userId, sessionId }: Pick<EventStream, "userId" | "sessionId">,
): string =>
  changes
    .filter(({ change }) => !isPrivate(change) || change.id === userId)
    .map((numbered) => changeLines(numbered, sessionId))
    .join("");

const taskRunStarted = (id: string, userId: string): NumberedChange => ({
  id,
  change: { type: "taskRun", change: "started", id: userId, by: null },
});

/** The user's inbox and bulk actions may have changed unnoticed: not every reason for that is recorded. */
const unrecorded = (id: string, userId: string): NumberedChange[] => [
  { id, change: { type: "inbox", change: "updated", id: userId, by: null } },
  taskRunStarted(id, userId),
];

const sendTo = (response: ServerResponse) => (lines: string) => {
  if (lines === "") return;
  response.write(lines);
  if (response.writableLength > BACKLOG_MAX_BYTES) response.destroy();
};

/** Whether an event may have ended the user's sessions. A gap may hide such an event. */
function mayEndSessions(event: Parameters<BusListener>[0], userId: string): boolean {
  if ("change" in event) return event.change.type === "user" && event.change.id === userId;
  return event.type === "gap" || (event.type === "session" && event.id === userId);
}

/**
 * Sends the missed changes, then live ones, until either side ends the stream. A reader that can't
 * keep up is disconnected, so that its backlog stays small; it reconnects and catches up.
 */
export function openStream(options: StreamOptions): EventStream {
  const { response, bus, lastEventId, heartbeatSeconds, userId, sessionId } = options;

  const send = sendTo(response);
  const textOf = (changes: readonly NumberedChange[]) => linesFor(changes, options);

  async function endIfSignedOut() {
    if (!(await options.isSessionValid())) end();
  }

  // The live changes that wait for the missed ones.
  let waiting: NumberedChange[] | null = [];
  const unsubscribe = bus.subscribe((event) => {
    if (mayEndSessions(event, userId)) void endIfSignedOut();
    if (!("change" in event)) {
      if (event.type === "gap" && !waiting) send(textOf(unrecorded(bus.lastEventId(), userId)));
    } else if (waiting) {
      waiting.push(event);
      if (waiting.length > WAITING_MAX) response.destroy();
    } else {
      send(textOf([event]));
    }
  });

  async function catchUp(): Promise<void> {
    const position = bus.lastEventId();
    const missed = lastEventId === undefined ? [] : await bus.since(lastEventId);
    const changes = [...(missed ?? [])];
    if (changes.length > 0) changes.push(...unrecorded(position, userId));
    else if (missed && lastEventId !== undefined && (await options.hasTaskRun())) {
      changes.push(taskRunStarted(position, userId));
    }
    // A newer stream may have taken this one's place.
    if (response.writableEnded) return;
    const opened: StreamOpened = { heartbeat: heartbeatSeconds };
    const start = linesOf(position, missed ? "ready" : "reset", opened);
    send(textOf(changes) + start + textOf(waiting ?? []));
    waiting = null;
  }
  catchUp()
    // Without the database the client tries again later.
    .catch(() => response.destroy())
    .finally(options.onStart);
  const heartbeat = setInterval(() => {
    send(":\n\n");
    void endIfSignedOut();
  }, heartbeatSeconds * 1000);

  function cleanUp() {
    clearInterval(heartbeat);
    unsubscribe();
    options.onEnd();
  }
  response.on("error", cleanUp).on("close", cleanUp);

  function end() {
    cleanUp();
    response.end();
    const timer = setTimeout(() => response.destroy(), CLOSE_TIMEOUT_MS);
    response.on("close", () => clearTimeout(timer));
  }
  return { userId, sessionId, end };
}

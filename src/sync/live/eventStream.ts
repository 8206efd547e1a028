import { createParser, type EventSourceMessage } from "eventsource-parser";
import { type Change, HEARTBEAT_SECONDS, type StreamOpened } from "#contract/events.ts";

/** A message of the stream. `missed`: the server no longer has some of the changes. */
export type StreamMessage =
  | { type: "opened"; id: string; missed: boolean }
  | { type: "change"; id: string; change: Change };

/**
 * How a stream ended. `unauthorized`: the server refused the token. `unsupported`: the server has no
 * event stream. `lost`: it can be reopened; `unanswered` if the server may be unreachable.
 */
export type StreamEnd =
  | { type: "unauthorized" | "unsupported" }
  | { type: "lost"; unanswered: boolean };

const LOST = { type: "lost", unanswered: false } as const;
const UNANSWERED = { type: "lost", unanswered: true } as const;

/** Statuses of temporary refusals. */
const TEMPORARY = new Set([408, 425, 429]);
/** Statuses that a proxy sends when it can't reach its server. */
const NO_SERVER = new Set([502, 503, 504]);

/** After this many heartbeat intervals of silence the connection is dead. */
const SILENT_HEARTBEATS = 2.5;

interface StreamOptions {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  onMessage: (message: StreamMessage) => void;
}

function endOf({ ok, status, headers }: Response): StreamEnd | null {
  if (status === 401) return { type: "unauthorized" };
  const isStream = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
  if (ok && isStream) return null;
  if (NO_SERVER.has(status)) return UNANSWERED;
  if (TEMPORARY.has(status) || (status >= 500 && status !== 501)) return LOST;
  return { type: "unsupported" };
}

function readMessage({ event, id = "", data }: EventSourceMessage): StreamMessage | null {
  if (event === "change") return { type: "change", id, change: JSON.parse(data) as Change };
  if (event === "ready" || event === "reset") {
    return { type: "opened", id, missed: event === "reset" };
  }
  return null;
}

/** Reads a stream of events until it ends or has been silent for too long. */
export async function readEvents(options: StreamOptions): Promise<StreamEnd> {
  const { url, headers, signal, onMessage } = options;
  const silence = new AbortController();
  let silenceMs = HEARTBEAT_SECONDS * SILENT_HEARTBEATS * 1000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function restartTimer() {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  }

  const parser = createParser({
    onEvent: (event) => {
      const message = readMessage(event);
      if (message?.type === "opened") {
        const { heartbeat } = JSON.parse(event.data) as StreamOpened;
        if (heartbeat > 0) silenceMs = heartbeat * SILENT_HEARTBEATS * 1000;
      }
      if (message) onMessage(message);
    },
  });

  restartTimer();
  try {
    const response = await fetch(url, {
      headers: { accept: "text/event-stream", ...headers },
      credentials: "include",
      cache: "no-store",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const end = endOf(response);
    if (end) {
      await response.body?.cancel();
      return end;
    }
    if (!response.body) return LOST;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return LOST;
      parser.feed(decoder.decode(value, { stream: true }));
      // After the parser, because the message may have set the interval.
      restartTimer();
    }
  } catch {
    return signal.aborted ? LOST : UNANSWERED;
  } finally {
    clearTimeout(timer);
    // Closes a connection that is no longer read.
    silence.abort();
  }
}

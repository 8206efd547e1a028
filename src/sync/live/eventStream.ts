import { createParser, type EventSourceMessage } from "eventsource-parser";
import { type Change, HEARTBEAT, type StreamOpened } from "#contract/events.ts";

/** What a stream says. `missed`: there were changes that the server doesn't know any more. */
export type StreamNews =
  | { type: "opened"; id: string; missed: boolean }
  | { type: "change"; id: string; change: Change };

/**
 * How a stream ended. `unauthorized`: the token is refused. `unsupported`: this is no stream of
 * events, and never will be. `lost`: it can be tried again; `unanswered` if the server may be gone.
 */
export type StreamEnd =
  | { type: "unauthorized" | "unsupported" }
  | { type: "lost"; unanswered: boolean };

const LOST = { type: "lost", unanswered: false } as const;
const UNANSWERED = { type: "lost", unanswered: true } as const;

/** Refusals that pass. */
const PASSING = new Set([408, 425, 429]);
/** What proxies say when there is no server behind them. */
const NO_SERVER = new Set([502, 503, 504]);

/** So many intervals of silence mean that the connection is dead. */
const SILENCE = 2.5;

interface StreamOptions {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  onNews: (news: StreamNews) => void;
}

function endOf({ ok, status, headers }: Response): StreamEnd | null {
  if (status === 401) return { type: "unauthorized" };
  const isStream = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
  if (ok && isStream) return null;
  if (NO_SERVER.has(status)) return UNANSWERED;
  if (PASSING.has(status) || (status >= 500 && status !== 501)) return LOST;
  return { type: "unsupported" };
}

function readNews({ event, id = "", data }: EventSourceMessage): StreamNews | null {
  if (event === "change") return { type: "change", id, change: JSON.parse(data) as Change };
  if (event === "ready" || event === "reset") {
    return { type: "opened", id, missed: event === "reset" };
  }
  return null;
}

/** Reads a stream of events to its end, or until it has been silent for too long. */
export async function readEvents(options: StreamOptions): Promise<StreamEnd> {
  const { url, headers, signal, onNews } = options;
  const silence = new AbortController();
  let patience = HEARTBEAT * SILENCE * 1000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function heard() {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), patience);
  }

  const parser = createParser({
    onEvent: (message) => {
      const news = readNews(message);
      if (news?.type === "opened") {
        const { heartbeat } = JSON.parse(message.data) as StreamOpened;
        if (heartbeat > 0) patience = heartbeat * SILENCE * 1000;
      }
      if (news) onNews(news);
    },
  });

  heard();
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
      // After the parser: the server may have told its own interval.
      heard();
    }
  } catch {
    return signal.aborted ? LOST : UNANSWERED;
  } finally {
    clearTimeout(timer);
    // Whatever ended the reading, a connection that nobody reads is none to keep.
    silence.abort();
  }
}

import type { UnknownAction } from "@reduxjs/toolkit";
import { selectIsOffline, serverUnreachable } from "#api/connectionEvents.ts";
import { isWindowFocused } from "#api/rtkInternals.ts";
import type { Change } from "#contract/events.ts";
import { API_BASE, SAME_ORIGIN } from "#lib/env.ts";
import { browserCameOnline, connectionRestored } from "#sync/connection/connectionSlice.ts";
import { readEvents, type StreamEnd } from "./eventStream.ts";
import type { LiveContext } from "./liveContext.ts";

let left = false;
addEventListener("pagehide", () => (left = true));
addEventListener("pageshow", () => (left = false));

/** Whether the browser is leaving the page, or puts it into the back/forward cache. */
const isPageLeft = (): boolean => left;

/** A message of the leader, the tab that reads the stream, to all tabs including itself. */
export type LeaderMessage =
  | { type: "opened"; id: string }
  | { type: "missed" }
  | { type: "change"; id: string; change: Change }
  | { type: "lost" | "unsupported" };

interface Lead extends LiveContext {
  /** The id of the last event that this tab received. */
  lastId: () => string | null;
  broadcast: (message: LeaderMessage) => void;
  onRetry: () => void;
}

/** Reads the stream and reopens it, until the user is signed out or the server turns out to have no stream. */
export async function keepStream(lead: Lead): Promise<void> {
  const { signal, dispatch, broadcast, onRetry } = lead;
  let everOpened = false;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const end = await readOnce(lead, () => {
      everOpened = true;
      attempt = 0;
    });
    if (signal.aborted) return;
    // A call that CORS forbids looks like no response, whether or not the server has the route.
    const isForbidden = !SAME_ORIGIN && !everOpened && end.type === "lost" && end.unanswered;
    if (end.type === "unsupported" || isForbidden) return broadcast({ type: "unsupported" });
    broadcast({ type: "lost" });
    // Leaving the page ends the stream. The server may still be reachable.
    if (end.type === "lost" && end.unanswered && !isPageLeft()) dispatch(serverUnreachable());
    await pauseAfter(attempt, lead);
    if (!signal.aborted) onRetry();
  }
}

/** Waits longer after each failure; stops waiting when the server may be back. */
async function pauseAfter(
  failures: number,
  { condition, getState, options }: LiveContext,
): Promise<void> {
  const { reopenDelayMs, maxReopenDelayMs } = options;
  const delayMs = Math.min(maxReopenDelayMs, reopenDelayMs * 2 ** failures);
  const jitter = 0.5 + Math.random() / 2;
  const signalsRecovery = (action: UnknownAction) =>
    connectionRestored.match(action) || browserCameOnline.match(action) || isWindowFocused(action);
  let isBack = await condition(signalsRecovery, delayMs * jitter);
  // Without a connection a retry is useless.
  while (!isBack && selectIsOffline(getState())) {
    isBack = await condition(signalsRecovery, maxReopenDelayMs);
  }
}

/** Reads the stream once, with a new access token if the server refuses the present one. */
async function readOnce(lead: Lead, onOpened: () => void): Promise<StreamEnd> {
  const { extra, signal, condition, dispatch, lastId, broadcast } = lead;
  const { tokens, refresher } = extra;

  async function read(): Promise<StreamEnd> {
    // A connection may stay silent after an outage, so the end of an outage closes it.
    const outage = new AbortController();
    let isOver = false;
    void condition((action) => isOver || connectionRestored.match(action)).then(
      () => outage.abort(),
      () => undefined,
    );
    // The CORS rules of another origin need not allow our header.
    const resumeFrom = SAME_ORIGIN ? lastId() : null;
    const headers = {
      ...(tokens.accessToken && { authorization: `Bearer ${tokens.accessToken}` }),
      ...(resumeFrom !== null && { "last-event-id": resumeFrom }),
    };
    const end = await readEvents({
      url: `${API_BASE}/api/events`,
      headers,
      signal: AbortSignal.any([signal, outage.signal]),
      onMessage: (message) => {
        if (signal.aborted) return;
        if (message.type === "change") return broadcast(message);
        onOpened();
        if (message.missed || resumeFrom === null) broadcast({ type: "missed" });
        broadcast({ type: "opened", id: message.id });
      },
    });
    isOver = true;
    return end;
  }

  await refresher.idle();
  const sent = { token: tokens.accessToken, epoch: tokens.epoch };
  const end = await read();
  if (end.type !== "unauthorized" || signal.aborted) return end;
  const outcome = await refresher.refresh(sent, dispatch);
  return outcome === "renewed" && !signal.aborted ? await read() : end;
}

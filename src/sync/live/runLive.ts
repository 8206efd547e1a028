import { openInvalidationQueue } from "./invalidationQueue.ts";
import { type LeaderMessage, leadStream } from "./leadStream.ts";
import type { LiveContext } from "./liveContext.ts";
import {
  selectLiveStatus,
  streamLost,
  streamOpened,
  streamRetried,
  streamUnsupported,
} from "./liveSlice.ts";
import { isBehind } from "./position.ts";

/** What tabs tell each other: the leader's messages, and "who leads?" */
type Message = LeaderMessage | { type: "hello" };

/**
 * Receives live updates while the user is signed in. One tab of a browser, the leader, reads the
 * stream and tells the others. When it closes, another tab continues where it stopped.
 */
export async function runLive(context: LiveContext): Promise<void> {
  const { userId, options, extra, signal, condition, dispatch, getState, startPosition } = context;
  const queue = openInvalidationQueue({
    dispatch,
    getState,
    userId,
    clientId: extra.clientId,
    pause: options.pause,
  });
  const name = `taskdeck:live:${userId}`;
  // Without locks two tabs could lead, so each tab reads its own stream.
  const channel =
    extra.locks && options.openChannel?.(name, (message) => answer(message as Message));
  let lastId: string | null = null;
  let leads = false;
  const gone = new AbortController();
  const ending = AbortSignal.any([signal, gone.signal]);

  /** Handles a message of the leader, in every tab. */
  function hear(message: LeaderMessage): void {
    if (ending.aborted) return;
    const status = selectLiveStatus(getState());
    if (message.type === "change") {
      lastId = message.id;
      queue.take(message.change);
    } else if (message.type === "missed") {
      queue.addAll();
    } else if (message.type === "opened") {
      // Events from before this tab opened.
      const known = lastId ?? startPosition();
      if (!leads && isBehind(known, message.id)) queue.addAll();
      lastId = message.id;
      if (status !== "open") dispatch(streamOpened());
    } else if (message.type === "lost") {
      if (status !== "waiting") dispatch(streamLost());
    } else {
      if (status === "open") dispatch(streamLost());
      dispatch(streamUnsupported());
      gone.abort();
    }
  }

  function answer(message: Message): void {
    if (message.type !== "hello") return hear(message);
    const isOpen = selectLiveStatus(getState()) === "open";
    if (leads && isOpen && lastId !== null) channel?.post({ type: "opened", id: lastId });
  }

  function tell(message: LeaderMessage): void {
    channel?.post(message);
    hear(message);
  }

  async function lead(): Promise<void> {
    if (ending.aborted) return;
    leads = true;
    const status = selectLiveStatus(getState());
    // The former leader is gone, and its stream with it.
    if (status === "open") dispatch(streamLost());
    if (status !== "connecting") {
      // If it signed out, this tab learns so within the pause.
      await condition(() => false, options.pause);
      extra.tokens.reconcile();
      if (ending.aborted) return;
      dispatch(streamRetried());
    }
    await leadStream({
      ...context,
      signal: ending,
      lastId: () => lastId ?? startPosition(),
      tell,
      retried: () => void dispatch(streamRetried()),
    });
  }

  try {
    if (!channel || !extra.locks) return await lead();
    channel.post({ type: "hello" } satisfies Message);
    await extra.locks.request(name, { signal: ending }, lead);
  } catch (failure) {
    // The end of the session aborts the wait for the lock.
    if (!ending.aborted) throw failure;
  } finally {
    channel?.close();
    queue.close();
  }
}

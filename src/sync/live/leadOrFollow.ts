import { ownName } from "#lib/address/basePath.ts";
import { type InvalidationQueue, openInvalidationQueue } from "./invalidationQueue.ts";
import { keepStream, type LeaderMessage } from "./keepStream.ts";
import type { LiveContext } from "./liveContext.ts";
import {
  selectLiveStatus,
  streamLost,
  streamOpened,
  streamRetried,
  streamUnsupported,
} from "./liveSlice.ts";
import { isBehind } from "./position.ts";

/** A message between tabs. With `hello` a new tab requests the stream's state from the leader. */
type Message = LeaderMessage | { type: "hello" };

/**
 * Receives live updates while the user is signed in. One tab of a browser, the leader, reads the
 * stream and forwards it to the others. When it closes, another tab continues where it stopped.
 */
export async function leadOrFollow(context: LiveContext): Promise<void> {
  const { userId, options, extra, signal, condition, dispatch, getState } = context;
  const queue = openInvalidationQueue({
    dispatch,
    getState,
    userId,
    clientId: extra.clientId,
    intervalMs: options.refetchIntervalMs,
  });
  const { lastId, receive } = createReceiver(context, queue);
  const name = `taskdeck:live:${userId}`;
  // Without locks two tabs could lead, so each tab reads its own stream.
  const channel = extra.locks ? options.openChannel(name) : null;
  const unsupported = new AbortController();
  const ending = AbortSignal.any([signal, unsupported.signal]);
  let isLeader = false;

  function handle(message: LeaderMessage): void {
    if (ending.aborted) return;
    receive(message, isLeader);
    if (message.type === "unsupported") unsupported.abort();
  }

  function post(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have targets, channels don't
    channel?.postMessage(message);
  }

  channel?.addEventListener("message", ({ data }) => {
    const message = data as Message;
    if (message.type !== "hello") return handle(message);
    const id = lastId();
    const isOpen = selectLiveStatus(getState()) === "open";
    if (isLeader && isOpen && id !== null) post({ type: "opened", id });
  });

  async function lead(): Promise<void> {
    if (ending.aborted) return;
    isLeader = true;
    const status = selectLiveStatus(getState());
    // The former leader is gone, and its stream with it.
    if (status === "open") dispatch(streamLost());
    if (status !== "connecting") {
      await condition(() => false, options.takeoverDelayMs);
      extra.tokens.reconcile();
      if (ending.aborted) return;
      dispatch(streamRetried());
    }
    await keepStream({
      ...context,
      signal: ending,
      lastId,
      broadcast(message) {
        post(message);
        handle(message);
      },
      onRetry: () => void dispatch(streamRetried()),
    });
  }

  try {
    if (!channel || !extra.locks) return await lead();
    post({ type: "hello" });
    await extra.locks.request(ownName(name), { signal: ending }, lead);
  } catch (failure) {
    // The end of the session aborts the wait for the lock.
    if (!ending.aborted) throw failure;
  } finally {
    channel?.close();
    queue.close();
  }
}

/** Handles the leader's messages in every tab, the leader included. */
function createReceiver(
  { dispatch, getState, startPosition }: LiveContext,
  queue: InvalidationQueue,
) {
  let lastId: string | null = null;
  return {
    /** The id of the last event that this tab received. */
    lastId: () => lastId ?? startPosition(),
    receive(message: LeaderMessage, isLeader: boolean): void {
      const status = selectLiveStatus(getState());
      switch (message.type) {
        case "change":
          lastId = message.id;
          return queue.take(message.change);
        case "missed":
          return queue.addAll();
        case "opened":
          // This tab may have opened after events that the leader has already received.
          if (!isLeader && isBehind(lastId ?? startPosition(), message.id)) queue.addAll();
          lastId = message.id;
          if (status !== "open") dispatch(streamOpened());
          return undefined;
        case "lost":
          if (status !== "waiting") dispatch(streamLost());
          return undefined;
        case "unsupported":
          if (status === "open") dispatch(streamLost());
          dispatch(streamUnsupported());
      }
    },
  };
}

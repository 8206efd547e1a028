import { leadStream, type Telling } from "./leadStream.ts";
import type { LiveContext } from "./liveContext.ts";
import {
  selectLiveStatus,
  streamLost,
  streamOpened,
  streamRetried,
  streamUnsupported,
} from "./liveSlice.ts";
import { openNewsDesk } from "./newsDesk.ts";
import { isBehind } from "./position.ts";

/** What tabs say to each other: what the leader tells, and "who leads?" */
type Message = Telling | { type: "hello" };

/**
 * Lets this tab have the news for as long as its user is signed in. Of all tabs of a browser one
 * reads the stream and tells the others; when it goes, another one takes over where it was.
 */
export async function runLive(context: LiveContext): Promise<void> {
  const { userId, options, extra, signal, condition, dispatch, getState, startPosition } = context;
  const desk = openNewsDesk({
    dispatch,
    getState,
    userId,
    clientId: extra.clientId,
    pause: options.pause,
  });
  const name = `taskdeck:live:${userId}`;
  // Without locks two tabs could lead; then each has a stream of its own.
  const channel =
    extra.locks && options.openChannel?.(name, (message) => answer(message as Message));
  let lastId: string | null = null;
  let leads = false;
  const gone = new AbortController();
  const ending = AbortSignal.any([signal, gone.signal]);

  /** What the leader tells, in every tab. */
  function hear(telling: Telling): void {
    if (ending.aborted) return;
    const status = selectLiveStatus(getState());
    if (telling.type === "change") {
      lastId = telling.id;
      desk.take(telling.change);
    } else if (telling.type === "missed") {
      desk.takeAnything();
    } else if (telling.type === "opened") {
      // What was told before this tab was there.
      const known = lastId ?? startPosition();
      if (!leads && isBehind(known, telling.id)) desk.takeAnything();
      lastId = telling.id;
      if (status !== "open") dispatch(streamOpened());
    } else if (telling.type === "lost") {
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

  function tell(telling: Telling): void {
    channel?.post(telling);
    hear(telling);
  }

  async function lead(): Promise<void> {
    if (ending.aborted) return;
    leads = true;
    const status = selectLiveStatus(getState());
    // The tab that led so far is gone, and its stream with it.
    if (status === "open") dispatch(streamLost());
    if (status !== "connecting") {
      // If it went because it signed out, that is known here in a moment.
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
    // Whoever waits for the lead when the session ends stops waiting.
    if (!ending.aborted) throw failure;
  } finally {
    channel?.close();
    desk.close();
  }
}

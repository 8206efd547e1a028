import type { InvalidationQueue } from "./invalidationQueue.ts";
import type { LeaderMessage } from "./keepStream.ts";
import type { LiveContext } from "./liveContext.ts";
import { selectLiveStatus, streamLost, streamOpened, streamUnsupported } from "./liveSlice.ts";
import { isBehind } from "./position.ts";

/** Handles the leader's messages in every tab, the leader included. */
export function createReceiver(
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

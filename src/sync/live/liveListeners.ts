import type { UnknownAction } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import type { StartListening } from "#session/appExtra.ts";
import { selectStoredUser, type WithSession } from "#session/authSlice.ts";
import {
  browserCameOnline,
  connectionRestored,
  type WithConnection,
} from "#sync/connection/connectionSlice.ts";
import { eventPositionOf } from "#sync/extensions/extensions.ts";
import { selectLiveStatus, streamUnwanted, streamWanted, type WithLive } from "./liveSlice.ts";
import { earlier } from "./position.ts";

type State = WithSession & WithLive & WithConnection & WithApi;

/** The user who receives live updates: the one signed in with a confirmed session. */
function selectReader(state: State): string | null {
  const { status } = state.auth;
  const signedIn = status === "signedIn" || status === "refreshing";
  return signedIn ? (selectStoredUser(state)?.id ?? null) : null;
}

/** Loads the stream's code after the page has started. If that fails, it tries again later. */
async function loadRunner(waitForRetry: () => Promise<unknown>) {
  for (;;) {
    try {
      return (await import(/* webpackChunkName: "idle" */ "./leadOrFollow.ts")).leadOrFollow;
    } catch {
      await waitForRetry();
    }
  }
}

/** Receives live updates of other users' changes while a user is signed in. */
export function startLiveListeners(startListening: StartListening<State>): void {
  /** Queries from before the stream opens include the events up to here. */
  let position: string | null = null;

  startListening({
    predicate: (action, state) =>
      selectLiveStatus(state) !== "open" && eventPositionOf(action) !== null,
    effect: (action) => {
      position = earlier(position, eventPositionOf(action) ?? "");
    },
  });

  startListening({
    predicate: (_action, state, before) => selectReader(state) !== selectReader(before),
    effect: async (_action, listenerApi) => {
      const { cancelActiveListeners, condition, dispatch, extra, getState, pause, signal } =
        listenerApi;
      cancelActiveListeners();
      if (selectLiveStatus(getState()) !== "off") dispatch(streamUnwanted());
      const userId = selectReader(getState());
      if (userId === null) {
        position = null;
        return;
      }
      const options = extra.live;
      if (!options || selectLiveStatus(getState()) !== "off") return;
      await pause(options.whenIdle());
      dispatch(streamWanted());
      const signalsRecovery = (action: UnknownAction) =>
        connectionRestored.match(action) || browserCameOnline.match(action);
      const leadOrFollow = await pause(
        loadRunner(() => condition(signalsRecovery, options.maxReopenDelayMs)),
      );
      await leadOrFollow({
        userId,
        options,
        extra,
        dispatch,
        getState,
        signal,
        condition,
        startPosition: () => position,
      });
    },
  });
}

import type { UnknownAction } from "@reduxjs/toolkit";
import { POSITION_HEADER } from "#contract/events.ts";
import { api, type WithApi } from "#api/api.ts";
import type { StartListening } from "#session/extra.ts";
import { selectStoredUser, type WithSession } from "#session/sessionSlice.ts";
import {
  browserCameOnline,
  connectionRestored,
  type WithConnection,
} from "#sync/connection/connectionSlice.ts";
import { selectLiveStatus, streamUnwanted, streamWanted, type WithLive } from "./liveSlice.ts";
import { earlier } from "./position.ts";

type State = WithSession & WithLive & WithConnection & WithApi;

/** Whose news are wanted: the user's who is signed in, once the session is known to be good. */
function selectReader(state: State): string | null {
  const { status } = state.session;
  const signedIn = status === "signedIn" || status === "refreshing";
  return signedIn ? (selectStoredUser(state)?.id ?? null) : null;
}

/** Where the stream has to start, by the answer of a query; null if it doesn't say. */
function positionOf(action: UnknownAction): string | null {
  if (action.type !== `${api.reducerPath}/executeQuery/fulfilled`) return null;
  const { meta } = action as { meta?: { baseQueryMeta?: { response?: Response } } };
  return meta?.baseQueryMeta?.response?.headers.get(POSITION_HEADER) ?? null;
}

/** The stream's code comes once the page has started. A failure to fetch it is no reason to stop. */
async function loadRunner(hope: () => Promise<unknown>) {
  for (;;) {
    try {
      return (await import("./runLive.ts")).runLive;
    } catch {
      await hope();
    }
  }
}

/** Has news of what others do, while somebody is signed in. */
export function startLiveListeners(startListening: StartListening<State>): void {
  /** What was asked for before the stream opens is up to date with this. */
  let position: string | null = null;

  startListening({
    predicate: (action, state) => selectLiveStatus(state) !== "open" && positionOf(action) !== null,
    effect: (action) => {
      position = earlier(position, positionOf(action) ?? "");
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
      const isHope = (action: UnknownAction) =>
        connectionRestored.match(action) || browserCameOnline.match(action);
      const runLive = await pause(loadRunner(() => condition(isHope, options.retry.most)));
      await runLive({
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

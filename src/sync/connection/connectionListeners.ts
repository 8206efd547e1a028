import type { UnknownAction } from "@reduxjs/toolkit";
import { pageAnswered, selectIsOffline } from "#api/connectionEvents.ts";
import { isPage } from "#api/pageAnswered.ts";
import { readCalls } from "#api/readCalls.ts";
import { API_BASE, SAME_ORIGIN } from "#lib/env.ts";
import type { AppExtra, StartListening } from "#session/appExtra.ts";
import {
  browserCameOnline,
  busyPauseEnded,
  connectionRestored,
  probeAnswered,
  probeFailed,
  selectConnectionStatus,
  selectHasPage,
  serverBusy,
  type WithConnection,
} from "./connectionSlice.ts";

/**
 * Whether the server can be reached. Any response counts, even a 404 or one that CORS hides. A 5xx
 * doesn't count, because a proxy sends it when its server is down. After a page in place of a response,
 * only a response of the API counts, with the cookies that a proxy wants.
 */
async function probe(timeoutMs: number, hasPage: boolean): Promise<boolean | "page"> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(API_BASE + (hasPage ? readCalls.me().url : "/healthz"), {
      cache: "no-store",
      credentials: hasPage ? "include" : "omit",
      mode: SAME_ORIGIN ? "same-origin" : hasPage ? "cors" : "no-cors",
      redirect: SAME_ORIGIN ? "manual" : "follow",
      signal: controller.signal,
    });
    const { type, status } = response;
    if (type === "opaqueredirect" || (hasPage && isPage(await response.text()))) return "page";
    return type === "opaque" || status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the session can go on. A proxy may let the probe through, and refuse the refresh. */
async function canRefresh(
  { tokens, refresher }: Pick<AppExtra, "tokens" | "refresher">,
  dispatch: (event: UnknownAction) => unknown,
): Promise<boolean> {
  const { accessToken: token, refreshToken, epoch } = tokens;
  return (
    refreshToken === null || (await refresher.refresh({ token, epoch }, dispatch)) !== "unreachable"
  );
}

/* With these times the app notices the end of an outage, and repeats the lost calls, within 5 s. */

/** The timeout of the first probe in ms. A slow connection is not an outage. */
const FIRST_PROBE_TIMEOUT_MS = 4_000;
/** The timeout of each further probe in ms. */
const PROBE_TIMEOUT_MS = 2_000;
/** The pause in ms before the second probe. Each further pause is longer, up to the longest. */
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 1_300;
/** The delay in ms before the second probe if the browser reports an outage but the server responds. */
const CONFIRMING_PROBE_MS = 1_000;
/** The time in ms that calls from before the outage may still wait for a response. */
const RESPONSE_GRACE_MS = 500;

/** Probes the server while the connection is doubtful or offline, and reports its return. */
export function startConnectionListeners(startListening: StartListening<WithConnection>): void {
  /** The time of the last failed probe. Calls that began earlier may be lost. */
  let lastFailure = 0;

  startListening({
    predicate: (_action, state, before) =>
      selectConnectionStatus(state) !== "online" && selectConnectionStatus(before) === "online",
    effect: async (_action, listener) => {
      const { dispatch, getState, cancelActiveListeners, condition, pause, extra } = listener;
      cancelActiveListeners();
      const isOnline = () => selectConnectionStatus(getState()) === "online";
      let timeoutMs = FIRST_PROBE_TIMEOUT_MS;
      let pauseMs = FIRST_PAUSE_MS;
      let confirmingProbes = 0;
      while (!isOnline()) {
        const hasPage = selectHasPage(getState());
        let isReached = await pause(probe(timeoutMs, hasPage));
        if (isReached === true && hasPage && !(await pause(canRefresh(extra, dispatch))))
          isReached = "page";
        // Another call got a response.
        if (isOnline()) return;
        if (isReached === "page") dispatch(pageAnswered());
        else if (isReached && (navigator.onLine || confirmingProbes > 0))
          return void dispatch(probeAnswered());
        if (isReached === true) {
          confirmingProbes += 1;
          await condition(isOnline, CONFIRMING_PROBE_MS);
          continue;
        }
        lastFailure = performance.now();
        dispatch(probeFailed());
        await condition((action) => browserCameOnline.match(action) || isOnline(), pauseMs);
        timeoutMs = PROBE_TIMEOUT_MS;
        pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
      }
    },
  });

  startListening({
    predicate: (_action, state, before) => selectIsOffline(before) && !selectIsOffline(state),
    effect: (_action, { dispatch }) => void dispatch(connectionRestored()),
  });

  startListening({
    actionCreator: connectionRestored,
    effect: async (_action, { delay, extra: { calls } }) => {
      await delay(RESPONSE_GRACE_MS);
      calls.abortStartedBefore(lastFailure);
    },
  });

  startListening({
    actionCreator: serverBusy,
    effect: async ({ payload: { retryAfterMs } }, { cancelActiveListeners, delay, dispatch }) => {
      // The newest response knows best how long the server is busy.
      cancelActiveListeners();
      await delay(retryAfterMs);
      dispatch(busyPauseEnded());
    },
  });
}

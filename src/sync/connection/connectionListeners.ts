import type { StartListening } from "#session/extra.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import {
  browserCameOnline,
  connectionRestored,
  probeAnswered,
  probeFailed,
  selectConnectionStatus,
  type WithConnection,
} from "./connectionSlice.ts";
import { probe } from "./probe.ts";

/*
 * In ms. With these an outage's end is known, and what it swallowed is asked for again, within 5 s.
 */

/** What the first probe may take: a slow connection isn't gone. */
const FIRST_PROBE = 4_000;
/** What each further one may take. */
const PROBE = 2_000;
/** The pause before the second probe; each further one is longer, up to the longest. */
const PAUSE = 400;
const LONGEST_PAUSE = 1_300;
/** The pause before a second look, when the browser speaks of an outage that can't be seen yet. */
const SECOND_LOOK = 1_000;
/** What a call that the outage may have swallowed still gets for its answer once that is over. */
const GRACE = 500;

/** Probes the server while it is in doubt or gone; and what follows when it is back. */
export function startConnectionListeners(startListening: StartListening<WithConnection>): void {
  /** When a probe failed last: calls that began before it may have been swallowed. */
  let lastFailure = 0;

  startListening({
    predicate: (_action, state, before) =>
      selectConnectionStatus(state) !== "online" && selectConnectionStatus(before) === "online",
    effect: async (_action, { dispatch, getState, cancelActiveListeners, condition, pause }) => {
      cancelActiveListeners();
      const isOnline = () => selectConnectionStatus(getState()) === "online";
      let patience = FIRST_PROBE;
      let wait = PAUSE;
      let looks = 0;
      while (!isOnline()) {
        const answered = await pause(probe(patience));
        // A call was answered meanwhile.
        if (isOnline()) return;
        if (answered && (navigator.onLine || looks > 0)) return void dispatch(probeAnswered());
        if (answered) {
          looks += 1;
          await condition(isOnline, SECOND_LOOK);
          continue;
        }
        lastFailure = performance.now();
        dispatch(probeFailed());
        await condition((action) => browserCameOnline.match(action) || isOnline(), wait);
        patience = PROBE;
        wait = Math.min(wait * 1.5, LONGEST_PAUSE);
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
      await delay(GRACE);
      calls.giveUpBefore(lastFailure);
    },
  });
}

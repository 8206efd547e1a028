import { createAction } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import type { StartListening, StoreDispatch } from "#session/appExtra.ts";
import { selectIsSignedIn, selectStoredUser, type WithSession } from "#session/sessionSlice.ts";
import type { LastSeen, Seen } from "./lastSeen.ts";
import { showLastSeen } from "./seenCache.ts";
import type { SeenPlan } from "./seenWriter.ts";

type State = WithApi & WithSession;

/** The pause between two writes, in ms. */
const WRITE_PAUSE_MS = 1_000;

/** The last visit's data has been read. */
export const lastSeenRead = createAction("lastSeen/read");
/** The user chose whether other people use this browser too. */
export const sharedComputerChosen = createAction<boolean>("lastSeen/sharedComputerChosen");

/** Options for storing the shown data in a tab. */
export interface LastSeenOptions<S> {
  lastSeen: LastSeen;
  /** Loads the list of what to store. Its code needs the endpoints of several screens. */
  loadPlan: () => Promise<SeenPlan<S>>;
  /** Settles when the page has started and is idle. */
  whenIdle: () => Promise<void>;
}

/** The user whose data this tab may store; null after the session has expired. */
const selectStoringUser = (state: State): string | null =>
  selectIsSignedIn(state) ? (selectStoredUser(state)?.id ?? null) : null;

/**
 * Shows the last visit's data to the user of a restored session. Settles afterwards.
 *
 * @param seen the data, whose read has begun early
 */
export async function startLastSeen(
  dispatch: StoreDispatch<State>,
  getState: () => State,
  seen: Promise<Seen>,
): Promise<void> {
  const { userId, entries } = await seen;
  if (userId !== null && selectStoringUser(getState()) === userId) dispatch(showLastSeen(entries));
  dispatch(lastSeenRead());
}

const loadWriter = async <S extends State>(loadPlan: LastSeenOptions<S>["loadPlan"]) =>
  await Promise.all([import("./seenWriter.ts"), loadPlan()]);

/** Stores the shown data, and deletes it when the session ends in any tab. */
export function startLastSeenListeners<S extends State>(
  startListening: StartListening<S>,
  { lastSeen, loadPlan, whenIdle }: LastSeenOptions<S>,
): void {
  startListening({
    predicate: (action, state, before) =>
      lastSeenRead.match(action) ||
      sharedComputerChosen.match(action) ||
      selectStoringUser(state) !== selectStoringUser(before),
    effect: async (
      action,
      { cancelActiveListeners, condition, delay, dispatch, getState, pause },
    ) => {
      cancelActiveListeners();
      // The app's start has priority.
      if (lastSeenRead.match(action)) await pause(whenIdle());
      const user = selectStoringUser(getState());
      if (user === null) return await lastSeen.clear();
      const isKept = await pause(lastSeen.open(user));
      const code = isKept && (await pause(loadWriter(loadPlan).catch(() => null)));
      if (!code) return;
      const [{ createSeenWriter }, plan] = code;
      // The plan's code has the endpoints of screens that have not opened yet.
      dispatch(showLastSeen((await pause(lastSeen.read())).entries));
      const write = createSeenWriter(lastSeen, plan);
      for (;;) {
        await pause(whenIdle());
        const seen = plan.watched(getState());
        await pause(write(user, getState()));
        await delay(WRITE_PAUSE_MS);
        const isChanged = (state: S) =>
          plan.watched(state).some((value, index) => value !== seen[index]);
        if (!isChanged(getState())) await condition((_action, state) => isChanged(state));
      }
    },
  });
}

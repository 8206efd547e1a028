import { createAction } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import type { StartListening, StoreDispatch } from "#session/appExtra.ts";
import { selectIsSignedIn, selectStoredUser, type WithSession } from "#session/authSlice.ts";
import type { LastVisit, LastVisitData } from "./lastVisit.ts";
import { showLastVisit } from "./lastVisitCache.ts";
import type { createLastVisitWriter, LastVisitPlan } from "./lastVisitWriter.ts";

type State = WithApi & WithSession;

/** The pause between two writes, in ms. */
const WRITE_PAUSE_MS = 1_000;

/** The last visit's data has been read. */
const lastVisitRead = createAction("lastVisit/read");
/** The user chose whether other people use this browser too. */
export const sharedComputerChosen = createAction<boolean>("lastVisit/sharedComputerChosen");

/** Options for storing the shown data in a tab. */
interface LastVisitOptions<S> {
  lastVisit: LastVisit;
  /** Loads what stores, and the list of what to store. It needs the layout and its slices. */
  loadWriter: () => Promise<{
    createLastVisitWriter: typeof createLastVisitWriter;
    lastVisitPlan: LastVisitPlan<S>;
  }>;
  /** Settles when the page has started and is idle. */
  whenIdle: () => Promise<void>;
}

/** The user whose data this tab may store; null after the session has expired. */
const selectStoringUser = (state: State): string | null =>
  selectIsSignedIn(state) ? (selectStoredUser(state)?.id ?? null) : null;

/**
 * Shows the last visit's data to the user of a restored session. Settles afterwards.
 *
 * @param data its read has begun early
 */
export async function startLastVisit(
  dispatch: StoreDispatch<State>,
  getState: () => State,
  data: Promise<LastVisitData>,
): Promise<void> {
  const { userId, entries } = await data;
  if (userId !== null && selectStoringUser(getState()) === userId) dispatch(showLastVisit(entries));
  dispatch(lastVisitRead());
}

/** Stores the shown data, and deletes it when the session ends in any tab. */
export function startLastVisitListeners<S extends State>(
  startListening: StartListening<S>,
  { lastVisit, loadWriter, whenIdle }: LastVisitOptions<S>,
): void {
  startListening({
    predicate: (action, state, before) =>
      lastVisitRead.match(action) ||
      sharedComputerChosen.match(action) ||
      selectStoringUser(state) !== selectStoringUser(before),
    effect: async (
      action,
      { cancelActiveListeners, condition, delay, dispatch, getState, pause },
    ) => {
      cancelActiveListeners();
      // The app's start has priority.
      if (lastVisitRead.match(action)) await pause(whenIdle());
      const user = selectStoringUser(getState());
      if (user === null) return await lastVisit.clear();
      const isKept = await pause(lastVisit.open(user));
      const code = isKept && (await pause(loadWriter().catch(() => null)));
      if (!code) return;
      const { createLastVisitWriter, lastVisitPlan: plan } = code;
      // The plan's code has the endpoints of screens that have not opened yet.
      dispatch(showLastVisit((await pause(lastVisit.read())).entries));
      const write = createLastVisitWriter(lastVisit, plan);
      for (;;) {
        await pause(whenIdle());
        const before = plan.watched(getState());
        await pause(write(user, getState()));
        await delay(WRITE_PAUSE_MS);
        const isChanged = (state: S) =>
          plan.watched(state).some((value, index) => value !== before[index]);
        if (!isChanged(getState())) await condition((_action, state) => isChanged(state));
      }
    },
  });
}

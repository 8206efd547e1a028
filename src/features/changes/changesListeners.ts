import { isAnyOf } from "@reduxjs/toolkit";
import type { ListeningStore, StartListening } from "#session/appExtra.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { signedOutElsewhere } from "#session/sessionSlice.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { createOutbox, discardStored, type Outbox } from "./keeping/outbox.ts";
import { selectDone, selectUnsent } from "./keeping/unsent.ts";
import type { WithChanges } from "./queue/change.ts";
import { allDiscarded, otherUserArrived, queued, restored } from "./queue/changesSlice.ts";
import { selectOwner } from "./queue/owner.ts";
import { cachedResponses } from "./queue/responses.ts";
import { startResolver } from "./sending/resolveDoubts.ts";
import { startSender } from "./sending/sendChanges.ts";

type Store = ListeningStore<WithChanges>;

/** The length of a list that is stored at each change. A longer one is stored after a delay in ms. */
const MAX_STORED_AT_ONCE = 100;
const STORE_DELAY_MS = 250;

/** Opens the outbox for the current user, and restores changes from before a reload. */
function openOutbox({ dispatch, getState }: Omit<Store, "extra">, outbox: Outbox): void {
  const owner = selectOwner(getState());
  if (owner === null) return;
  outbox.open(owner, (stored) => {
    dispatch(
      restored({ history: [], changes: [], ...stored, cached: cachedResponses(getState()) }),
    );
  });
}

/** Keeps the unconfirmed changes in the outbox, and restores those from before a reload. */
function startOutbox(startListening: StartListening<WithChanges>, store: Store): void {
  const outbox = createOutbox({ locks: store.extra.locks });
  function keep(): void {
    const owner = selectOwner(store.getState());
    if (owner !== null)
      outbox.keep(owner, selectUnsent(store.getState()), selectDone(store.getState()));
  }
  let isDue = false;
  startListening({
    predicate: (_action, state, before) =>
      selectUnsent(state) !== selectUnsent(before) || selectDone(state) !== selectDone(before),
    effect: async (action, { delay, getState }) => {
      const isUrgent = isAnyOf(queued, restored)(action);
      const length = selectUnsent(getState()).length + selectDone(getState()).length;
      if (isUrgent || length <= MAX_STORED_AT_ONCE) return keep();
      if (isDue) return;
      isDue = true;
      await delay(STORE_DELAY_MS);
      isDue = false;
      keep();
    },
  });
  addEventListener("pagehide", keep);

  startListening({
    predicate: (_action, state, before) => selectOwner(state) !== selectOwner(before),
    effect: async (_action, { dispatch, getState, delay }) => {
      outbox.close();
      // First the former user's changes are removed.
      await delay(0);
      openOutbox({ dispatch, getState }, outbox);
    },
  });

  startListening({
    actionCreator: connectionRestored,
    // Tabs that were opened after this one may be closed by now.
    effect: (_action, { dispatch, getState }) => openOutbox({ dispatch, getState }, outbox),
  });

  startListening({
    // The sign-out dialog has already asked the user about unsent changes.
    matcher: isAnyOf(allDiscarded, sessionApi.endpoints.logout.matchPending, signedOutElsewhere),
    effect: (_action, { getOriginalState }) => {
      const owner = selectOwner(getOriginalState());
      if (owner !== null) discardStored(owner);
    },
  });

  openOutbox(store, outbox);
}

/** Sends and keeps the changes of tasks on every signed-in screen. */
export function startChangesListeners(
  startListening: StartListening<WithChanges>,
  store: Store,
): void {
  startListening({
    predicate: (_action, state, before) => {
      const [owner, former] = [selectOwner(state), selectOwner(before)];
      return owner !== null && former !== null && owner !== former;
    },
    effect: () => void store.dispatch(otherUserArrived()),
  });
  startSender(startListening, store);
  startResolver(startListening);
  startOutbox(startListening, store);
}

import { isAnyOf, removeListener } from "@reduxjs/toolkit";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { allDiscarded, queued } from "#features/changes/queue/changesSlice.ts";
import { selectOwner } from "#features/changes/queue/owner.ts";
import { SETTLED, shownIn } from "#features/changes/queue/pendingChange.ts";
import { cachedResponses } from "#features/changes/queue/responses.ts";
import { restored } from "#features/changes/queue/wholeSlice.ts";
import type { AppExtra, ListeningStore, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { signedOutElsewhere } from "#session/authSlice.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { firstStore } from "./listStorage.ts";
import { createOutbox, discardStored, type Outbox } from "./outbox.ts";
import { selectDone, selectUnsent } from "./unsent.ts";

type Store = ListeningStore<WithChanges>;

const removeFirst = removeListener.withTypes<WithChanges, StoreDispatch, AppExtra>();

/** The length of a list that is stored at each change. A longer one is stored after a delay in ms. */
const MAX_STORED_AT_ONCE = 100;
const STORE_DELAY_MS = 250;

/** Opens the outbox for the current user, and restores changes from before a reload. */
async function openOutbox(
  { dispatch, getState }: Omit<Store, "extra">,
  outbox: Outbox,
): Promise<void> {
  const owner = selectOwner(getState());
  if (owner === null) return;
  await outbox.open(owner, ({ history = [], changes: listed = [] }) => {
    const { entries } = getState().changes;
    // This page has stored its own changes before the outbox was there.
    const changes = listed.filter(
      ({ id, what, want }) => shownIn(entries[id]?.[what] ?? SETTLED)?.when !== want.when,
    );
    if (history.length + changes.length > 0)
      dispatch(restored({ history, changes, cached: cachedResponses(getState()) }));
  });
}

/** Keeps the unconfirmed changes in the outbox. Settles when those from before a reload are restored. */
export async function startOutbox(
  startListening: StartListening<WithChanges>,
  store: Store,
): Promise<void> {
  const outbox = createOutbox({ tabId: store.extra.clientId, locks: store.extra.locks });
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
      await openOutbox({ dispatch, getState }, outbox);
    },
  });

  startListening({
    actionCreator: connectionRestored,
    // Tabs that were opened after this one may be closed by now.
    effect: (_action, store) => openOutbox(store, outbox),
  });

  startListening({
    // The sign-out dialog has already asked the user about unsent changes.
    matcher: isAnyOf(allDiscarded, sessionApi.endpoints.logout.matchPending, signedOutElsewhere),
    effect: (_action, { getOriginalState }) => {
      const owner = selectOwner(getOriginalState());
      if (owner !== null) discardStored(owner);
    },
  });

  store.dispatch(removeFirst(firstStore));
  const opened = openOutbox(store, outbox);
  keep();
  await opened;
}

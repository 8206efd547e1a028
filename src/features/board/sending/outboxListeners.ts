import { isAnyOf } from "@reduxjs/toolkit";
import { loadCreations } from "#features/board/creations/loadCreations.ts";
import { loadEdits } from "#features/board/edits/loadEdits.ts";
import { movesDiscarded, movesRestored } from "#features/board/moves/boardSlice.ts";
import {
  createOutbox,
  type DeferredRestore,
  discardStored,
  type Outbox,
  storeClosed,
} from "#features/board/outbox/outbox.ts";
import { selectOwner, type WithUnsent } from "#features/board/outbox/owner.ts";
import { selectUnsent, type Unsent } from "#features/board/outbox/unsent.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import type { ListeningStore, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { signedOutElsewhere } from "#session/sessionSlice.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { markStarted } from "./loadSending.ts";

/** Opens the outbox for the current user, and restores moves from before a reload. */
function startOutbox(
  dispatch: StoreDispatch<WithUnsent>,
  getState: () => WithUnsent,
  outbox: Outbox,
): void {
  const owner = selectOwner(getState());
  if (owner === null) return;
  outbox.open(owner, (unsent) => {
    dispatch(movesRestored(unsent.filter((one) => "cardId" in one)));
    const creations = unsent.filter((one) => "key" in one);
    const edits = unsent.filter((one) => "taskId" in one);
    return [
      ...later(creations, async () => {
        const { creationsRestored } = await loadCode(loadCreations);
        dispatch(creationsRestored(creations));
      }),
      ...later(edits, async () => {
        const { restoreEdits } = await loadEdits();
        dispatch(restoreEdits(edits));
      }),
    ];
  });
}

/** Restores what needs code that is not loaded yet. */
const later = (unsent: readonly Unsent[], restore: () => Promise<void>): DeferredRestore[] =>
  unsent.length === 0 ? [] : [{ unsent, restored: restore() }];

/**
 * Restores the unconfirmed moves, new cards and edits from before a reload, and keeps them in the
 * outbox.
 */
export function startOutboxListeners(
  startListening: StartListening<WithUnsent>,
  store: ListeningStore<WithUnsent>,
): void {
  const outbox = createOutbox({ locks: store.extra.locks });
  const keepUnsent = () => {
    const owner = selectOwner(store.getState());
    if (owner !== null) outbox.keep(owner, selectUnsent(store.getState()));
  };
  startListening({
    predicate: (_action, state, before) => selectUnsent(state) !== selectUnsent(before),
    effect: keepUnsent,
  });

  startListening({
    predicate: (_action, state, before) => selectOwner(state) !== selectOwner(before),
    effect: async (_action, { dispatch, getState, delay }) => {
      outbox.close();
      // First the former user's board is removed.
      await delay(0);
      startOutbox(dispatch, getState, outbox);
    },
  });

  startListening({
    actionCreator: connectionRestored,
    // Tabs that were opened after this one may be closed by now.
    effect: (_action, { dispatch, getState }) => startOutbox(dispatch, getState, outbox),
  });

  startListening({
    // The sign-out dialog has already asked the user about unsent moves.
    matcher: isAnyOf(movesDiscarded, sessionApi.endpoints.logout.matchPending, signedOutElsewhere),
    effect: (_action, { getOriginalState }) => {
      const owner = selectOwner(getOriginalState());
      if (owner !== null) discardStored(owner);
    },
  });

  startOutbox(store.dispatch, store.getState, outbox);
  keepUnsent();
  markStarted(store.extra);
}

/**
 * Does what the listeners do at the end of a session, if it ended between these states, before this
 * code had loaded.
 */
export function handleSessionEnd(before: WithUnsent, after: WithUnsent): void {
  const owner = selectOwner(before);
  if (owner === null || owner === selectOwner(after)) return;
  if (after.session.status === "expired") storeClosed(owner, selectUnsent(before));
  else discardStored(owner);
}

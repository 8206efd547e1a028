import { createSelector, isAnyOf } from "@reduxjs/toolkit";
import {
  selectUnsentCreations,
  type WithCreations,
} from "#features/board/creations/creationsState.ts";
import { loadCreations } from "#features/board/creations/loadCreations.ts";
import { loadEdits } from "#features/board/edits/loadEdits.ts";
import { selectUnsentEdits } from "#features/board/edits/storedEdit.ts";
import { selectUnsettledMoves, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import { movesDiscarded, movesRestored } from "#features/board/moves/boardSlice.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import type { ListeningStore, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { signedOutElsewhere, type WithSession } from "#session/sessionSlice.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { createOutbox, type Later, type Outbox, type Unsent } from "./outbox.ts";

type State = WithBoard & WithCreations & WithSession;

/**
 * The user whose moves the outbox stores. Null after the session expires. The store then drops its
 * moves, but the outbox keeps them until the user signs in again.
 */
function selectOwner({ session }: State): string | null {
  if (session.status === "signedOut" || session.status === "expired") return null;
  return session.user?.id ?? null;
}

/** Opens the outbox for the current user, and restores moves from before a reload. */
function startOutbox(dispatch: StoreDispatch<State>, getState: () => State, outbox: Outbox): void {
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
const later = (unsent: readonly Unsent[], restore: () => Promise<void>): Later[] =>
  unsent.length === 0 ? [] : [{ unsent, restored: restore() }];

const selectUnsent = createSelector(
  [selectUnsettledMoves, selectUnsentCreations, selectUnsentEdits],
  (moves, creations, edits): readonly Unsent[] => [...moves, ...creations, ...edits],
);

/**
 * Restores the unconfirmed moves, new cards and edits from before a reload, and keeps them in the
 * outbox.
 */
export function startOutboxListeners(
  startListening: StartListening<State>,
  store: ListeningStore<State>,
): void {
  const outbox = createOutbox({ locks: store.extra.locks });
  startListening({
    predicate: (_action, state, before) => selectUnsent(state) !== selectUnsent(before),
    effect: (_action, { getState }) => {
      const owner = selectOwner(getState());
      if (owner !== null) outbox.keep(owner, selectUnsent(getState()));
    },
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
      if (owner !== null) outbox.discard(owner);
    },
  });

  startOutbox(store.dispatch, store.getState, outbox);
}

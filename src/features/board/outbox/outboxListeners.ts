import { isAnyOf } from "@reduxjs/toolkit";
import { selectUnsettledMoves, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import { movesDiscarded, movesRestored } from "#features/board/moves/boardSlice.ts";
import type { StartListening, StoreDispatch } from "#session/extra.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { signedOutElsewhere, type WithSession } from "#session/sessionSlice.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import type { Outbox } from "./outbox.ts";

type State = WithBoard & WithSession;

/**
 * Whose moves are being made: nobody's once the session has expired, so that what is given up then
 * stays kept for the same user's return.
 */
function selectMover({ session }: State): string | null {
  if (session.status === "signedOut" || session.status === "expired") return null;
  return session.user?.id ?? null;
}

/** Brings back what the present user's moves were before the page was loaded. */
export function startOutbox(
  dispatch: StoreDispatch<State>,
  getState: () => State,
  outbox: Outbox,
): void {
  const mover = selectMover(getState());
  if (mover !== null) outbox.open(mover, (moves) => void dispatch(movesRestored(moves)));
}

/** Keeps the moves that are not confirmed, for as long as they are not (see `Outbox`). */
export function startOutboxListeners(startListening: StartListening<State>, outbox: Outbox): void {
  startListening({
    predicate: (_action, state, before) =>
      selectUnsettledMoves(state) !== selectUnsettledMoves(before),
    effect: (_action, { getState }) => {
      const mover = selectMover(getState());
      if (mover !== null) outbox.keep(mover, selectUnsettledMoves(getState()));
    },
  });

  startListening({
    predicate: (_action, state, before) => selectMover(state) !== selectMover(before),
    effect: async (_action, { dispatch, getState, delay }) => {
      outbox.close();
      // First the former user's board goes.
      await delay(0);
      startOutbox(dispatch, getState, outbox);
    },
  });

  startListening({
    actionCreator: connectionRestored,
    // Tabs that were opened after this one may have gone meanwhile.
    effect: (_action, { dispatch, getState }) => startOutbox(dispatch, getState, outbox),
  });

  startListening({
    // Whoever signs out has been asked about the moves.
    matcher: isAnyOf(movesDiscarded, sessionApi.endpoints.logout.matchPending, signedOutElsewhere),
    effect: (_action, { getOriginalState }) => {
      const mover = selectMover(getOriginalState());
      if (mover !== null) outbox.discard(mover);
    },
  });
}

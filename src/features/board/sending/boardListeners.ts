import { serverUnreachable } from "#api/connectionEvents.ts";
import { boardApi } from "#features/board/boardApi.ts";
import { otherUserArrived } from "#features/board/outbox/otherUser.ts";
import { selectOwner, type WithUnsent } from "#features/board/outbox/owner.ts";
import { storeEarly } from "#features/board/outbox/storeEarly.ts";
import { whenIdle } from "#lib/whenIdle.ts";
import type { ListeningStore, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { callToasts } from "#sync/connection/callToasts.ts";
import { connectionRestored } from "#sync/connection/connectionSlice.ts";
import { hasStarted, loadSending } from "./loadSending.ts";

/**
 * These attempts take about a minute. After that, the next change or the return of the connection
 * tries again.
 */
const ATTEMPTS = 8;
const RETRY_DELAY_MS = 300;

const startToasts = callToasts({
  failures: [[boardApi.endpoints.getBoard.matchRejected, "Failed to load kanban board"]],
});

/**
 * Loads the code that sends and keeps moves, and lets it handle a session that ended between two
 * states.
 */
async function startSending(
  dispatch: StoreDispatch<WithUnsent>,
  before: WithUnsent,
  after: WithUnsent,
): Promise<void> {
  const code = await loadSending(1)
    .catch(async () => {
      // Without the code no request is sent that would show whether the server can be reached.
      dispatch(serverUnreachable());
      return await loadSending(ATTEMPTS, RETRY_DELAY_MS);
    })
    .catch(() => null);
  code?.handleSessionEnd(before, after);
  // Listeners start at the next action, and this one does nothing else.
  dispatch(() => undefined);
}

/**
 * Loads the code that sends and keeps moves, new cards and edits: when the page is idle, and at once
 * when there is something to send. Shows failed board loads as toasts (§8).
 */
export function startBoardListeners(
  startListening: StartListening<WithUnsent>,
  { dispatch, getState, extra }: ListeningStore<WithUnsent>,
): void {
  void whenIdle().then(async () => await startSending(dispatch, getState(), getState()));
  // Once they have started, the outbox's listeners store each change at once.
  addEventListener("pagehide", () => {
    if (!hasStarted(extra)) storeEarly(getState());
  });

  startListening({
    predicate: (_action, state, before) => {
      const [owner, former] = [selectOwner(state), selectOwner(before)];
      return owner !== null && former !== null && owner !== former;
    },
    effect: () => void dispatch(otherUserArrived()),
  });

  startListening({
    predicate: (action, state, before) =>
      state.board.moves !== before.board.moves ||
      state.creations.all !== before.creations.all ||
      state.edits.pending !== before.edits.pending ||
      selectOwner(state) !== selectOwner(before) ||
      connectionRestored.match(action),
    effect: async (_action, { getOriginalState, getState: getNow }) => {
      if (!hasStarted(extra)) await startSending(dispatch, getOriginalState(), getNow());
    },
  });

  startToasts(startListening);
}

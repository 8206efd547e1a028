import { isAnyOf } from "@reduxjs/toolkit";
import { statusOf } from "#api/errors.ts";
import { queryOutdated } from "#api/refetch.ts";
import { theirsIn } from "#api/taskResponses.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { refused } from "#features/changes/queue/changesSlice.ts";
import { isOwnersSession } from "#features/changes/queue/owner.ts";
import { confirmed, delayed, doubted, sent } from "#features/changes/queue/wholeSlice.ts";
import { createClientId } from "#lib/clientId.ts";
import type { ListeningStore, StartListening } from "#session/appExtra.ts";
import { errorMeaning } from "#session/errorMeaning.ts";
import { callFor, invalidate, noteBusy } from "./calls.ts";
import { announceApplied, announceGroup, announceRefused, reasonOf } from "./outcomes.ts";
import { reloadBoard } from "./reloadBoard.ts";
import {
  mayHaveOlder,
  runningChange,
  type SentValue,
  selectIsHiding,
  selectSendable,
  selectSendableForm,
} from "./sendable.ts";
import { sendForm } from "./sendForm.ts";

type Store = ListeningStore<WithChanges>;

/** The delay in ms before the board is refetched because a confirmed move may hide a newer one. */
const HIDDEN_CHANGE_DELAY_MS = 50;

/** Sends the changes and the forms' requests, and shows the changes' results as toasts (§8). */
export function startSender(startListening: StartListening<WithChanges>, store: Store): void {
  startListening({
    predicate: (_action, state, before) =>
      state.changes.entries !== before.changes.entries ||
      state.changes.forms !== before.changes.forms ||
      state.changes.restored !== before.changes.restored ||
      state.connection !== before.connection ||
      state.auth !== before.auth,
    effect: (_action, store) => sendNext(store),
  });

  startListening({
    matcher: isAnyOf(confirmed, boardApi.endpoints.getBoard.matchFulfilled),
    effect: async (_action, { cancelActiveListeners, delay, dispatch, getState }) => {
      cancelActiveListeners();
      if (!selectIsHiding(getState())) return;
      // Several moves are often confirmed at the same time, and one fetch is enough for all of
      // them.
      await delay(HIDDEN_CHANGE_DELAY_MS);
      if (!selectIsHiding(getState())) return;
      const { getBoard } = boardApi.endpoints;
      // No event reports the change, so the response need not contain any task.
      dispatch(queryOutdated({ endpointName: getBoard.name, tags: [] }));
      void dispatch(getBoard.initiate(undefined, { forceRefetch: true, subscribe: false }));
    },
  });
  // The user may have changed tasks before this code was there.
  sendNext(store);
}

/** Sends what may be sent now, forms' requests first: their users wait for them. */
function sendNext(store: Store): void {
  // Each send changes what may be sent next.
  for (;;) {
    const form = selectSendableForm(store.getState());
    const [next] = form === null ? selectSendable(store.getState()) : [];
    if ((form === null && !next) || !isOwnersSession(store.getState(), store.extra)) return;
    if (form !== null) void sendForm(form, store);
    else if (next) void send(next, store);
  }
}

/** Sends values of one task in one request. */
async function send(values: SentValue[], { dispatch, getState, extra }: Store): Promise<void> {
  const requestId = createClientId();
  const changes = values.map(({ id, what, at }) => ({ id, what, at }));
  dispatch(sent({ changes, requestId }));
  const { error, ...result } = await callFor(values, requestId, { dispatch, getState, extra });
  // The session may have ended or changed since, so the response is irrelevant.
  const current = values.filter((value) => runningChange(getState(), value));
  const [first] = current;
  if (!first) return;
  // If a newer value of the field waits, only that one's result is shown.
  const last = current.filter((value) => runningChange(getState(), value)?.phase === "sending");
  const running = { changes: current.map(({ id, what, at }) => ({ id, what, at })), requestId };
  if (!error) {
    dispatch(confirmed({ ...running, ...result }));
    invalidate(current, error, { dispatch });
    for (const value of current)
      (last.includes(value) ? announceApplied : announceGroup)(value, getState());
    return;
  }
  switch (errorMeaning(error, extra)) {
    case "busy":
    case "unsent":
      noteBusy(error, dispatch);
      dispatch(delayed(running));
      return;
    case "unknown":
    // A change also waits for its user's next sign-in.
    case "sessionOver":
      dispatch(doubted({ ...running, isUnapplied: false }));
      invalidate(current, error, { dispatch });
      return;
    case "refused":
      // Others have changed the task. It is read to see whether they have changed this field.
      if (statusOf(error) === 412 && (first.etag !== undefined || first.what === "description")) {
        const changedBy = theirsIn(error)?.changed_by?.name;
        dispatch(doubted({ ...running, isUnapplied: true, ...(changedBy && { changedBy }) }));
        return;
      }
      // The server may have an older value, whose response was lost. The task is read, and this value sent
      // once more. Without the read, the older value would later be taken for another user's.
      if (last.some((value) => mayHaveOlder(getState(), value))) {
        dispatch(doubted({ ...running, isUnapplied: true }));
        return;
      }
      dispatch(
        refused({
          ...running,
          isLast: last.length > 0,
          ...(first.what === "new" && { reason: reasonOf(error) }),
        }),
      );
      for (const value of last) announceRefused(value, error, requestId);
      announceGroup(first, getState());
      if (first.what === "status") await reloadBoard(dispatch);
  }
}

import { toast } from "react-hot-toast/headless";
import { busyMsOf, messagesOf } from "#api/errors.ts";
import { isOwnersSession, type WithUnsent } from "#features/board/outbox/owner.ts";
import { pause } from "#lib/pause.ts";
import type { AppExtra, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { errorMeaning } from "#session/errorMeaning.ts";
import { selectMustWait, serverBusy } from "#sync/connection/connectionSlice.ts";
import { selectHasExtensions, type WithExtensions } from "#sync/extensions/extensions.ts";
import { creationsApi } from "./creationsApi.ts";
import {
  creationDelayed,
  creationRejected,
  creationSent,
  creationUnanswered,
} from "./creationsSlice.ts";
import type { Creation } from "./creationsState.ts";

type State = WithUnsent & WithExtensions;

interface Store {
  dispatch: StoreDispatch<State>;
  getState: () => State;
  extra: AppExtra;
}

/** The longest pause in ms before a new card without a response is sent again. */
const LONGEST_PAUSE_MS = 10_000;

const UNKNOWN = "No response arrived, so the task may exist. Look before you try again.";

/**
 * Whether a query has got a response on this page, which shows if the server has extensions. Data of
 * the last visit has the time 0.
 */
const selectIsServerKnown = ({ api }: State): boolean =>
  Object.values(api.queries).some((query) => query?.fulfilledTimeStamp);

/**
 * The new card to send: one at a time, so that they arrive in order. One whose response was lost
 * waits until the server is known, because another server would create a second task.
 */
function selectNext(state: State): Creation | undefined {
  const { all } = state.creations;
  if (selectMustWait(state) || all.some(({ phase }) => phase === "sending")) return undefined;
  const next = all.find(({ phase }) => phase === "queued");
  return next?.attempts && !selectIsServerKnown(state) ? undefined : next;
}

/** Sends the new cards, and shows failures as toasts. */
export function startCreationListeners(startListening: StartListening<State>): void {
  startListening({
    predicate: (_action, state, before) => {
      const next = selectNext(state);
      return next !== undefined && next !== selectNext(before);
    },
    effect: async (_action, store) => {
      const next = selectNext(store.getState());
      if (next && isOwnersSession(store.getState(), store.extra)) await send(next, store);
    },
  });
}

async function send({ attempts, ...creation }: Creation, store: Store): Promise<void> {
  const { dispatch, getState, extra } = store;
  const { key, title, status, assignee_id } = creation;
  dispatch(creationSent({ key }));
  function reject(reason: string): void {
    dispatch(creationRejected({ key, reason }));
    toast.error(`Failed to create "${title}". ${reason}`);
  }

  const { epoch } = extra.tokens;
  /** Whether the card still waits for this request, in the session in which it began. */
  const isCurrent = () =>
    extra.tokens.epoch === epoch &&
    isOwnersSession(getState(), extra) &&
    getState().creations.all.some((one) => one.key === key && one.phase === "sending");
  if (attempts > 0) {
    if (!selectHasExtensions(getState())) {
      reject(UNKNOWN);
      return;
    }
    await pause(Math.min(extra.retryDelayMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS));
    if (!isCurrent()) return;
  }
  const call = { key, title, status, assignee_id };
  const { error } = await dispatch(
    creationsApi.endpoints.createCard.initiate(call, { track: false }),
  );
  // The session may have ended since, and its user may have signed in again.
  if (!error || !getState().creations.all.some((one) => one.key === key)) return;
  switch (errorMeaning(error, extra)) {
    case "busy":
      dispatch(serverBusy({ retryAfterMs: busyMsOf(error) ?? 0 }));
      dispatch(creationDelayed({ key }));
      return;
    case "unknown": {
      const mayRepeat = selectHasExtensions(getState()) || !selectIsServerKnown(getState());
      if (mayRepeat) dispatch(creationUnanswered({ key }));
      else reject(UNKNOWN);
      return;
    }
    case "sessionOver":
      // A new card also waits for its user's next sign-in.
      dispatch(creationUnanswered({ key }));
      return;
    case "refused": {
      const [reason = ""] = messagesOf(error, "Failed to save task. Please try again.");
      reject(reason);
    }
  }
}

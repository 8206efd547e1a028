import type { ListenerEffectAPI } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { api, type WithApi } from "#api/api.ts";
import { jobItemId } from "#contract/inbox.ts";
import { isUnderWay, jobEndSeen } from "#features/jobs/jobState.ts";
import type { AppExtra, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { selectStoredUser, type WithSession } from "#session/authSlice.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { tagsOf } from "#sync/live/eventTags.ts";
import { toastSuccess } from "#ui/toasts/toastSuccess.tsx";
import { followRun } from "./followRun.ts";
import { canUndo, type Run, runsApi } from "./runsApi.ts";
import { summaryOfRun } from "./runWords.ts";

const { getRuns, startRun, undoRun } = runsApi.endpoints;

type State = WithApi & WithConnection & WithSession;
type ListenerApi = ListenerEffectAPI<State, StoreDispatch<State>, AppExtra>;

/** The toast tells the end, so the inbox needn't. */
function noteSeen({ kind, id, state }: Run, dispatch: StoreDispatch<State>): void {
  const job = state === "undone" ? (`${kind}_run_undo` as const) : (`${kind}_run` as const);
  dispatch(jobEndSeen(jobItemId(job, id)));
}

/**
 * Refetches what an ended run has changed. Its maker sees a toast, which offers Undo. `first` is the run as
 * it was found.
 */
function finish(
  run: Run,
  { first, isStartedHere }: { first: Run; isStartedHere: boolean },
  { dispatch, getState }: ListenerApi,
): void {
  const { kind, id } = run;
  const change = { type: `${kind}Run`, id, change: "finished", by: null } as const;
  // The list of users has the numbers of their open tasks.
  const ofUsers = run.action === "hand_over" ? (["User"] as const) : [];
  dispatch(api.util.invalidateTags([...tagsOf(change, ""), ...ofUsers]));
  const isUndone = run.state === "undone";
  const isMine = run.created_by.id === selectStoredUser(getState())?.id && !isUndone;
  if (!isStartedHere && !isMine) return;
  // The inbox doesn't tell work that ended within its request.
  if (isUnderWay(first)) noteSeen(run, dispatch);
  if (run.counts.refused > 0 && !isUndone) toast.error(summaryOfRun(run));
  else {
    const undo = () => void dispatch(undoRun.initiate({ kind, id }));
    toastSuccess(summaryOfRun(run), canUndo(run) ? { title: "", undo } : null);
  }
}

/** Follows the bulk actions that are under way, also while another screen is open. */
export function startRunListeners(startListening: StartListening<State>): void {
  const followed = new Set<string>();

  async function followOnce(run: Run, isStartedHere: boolean, listenerApi: ListenerApi) {
    if (followed.has(run.id)) return;
    followed.add(run.id);
    const ended = await listenerApi.dispatch(followRun(run));
    followed.delete(run.id);
    if (ended) finish(ended, { first: run, isStartedHere }, listenerApi);
  }

  startListening({
    matcher: startRun.matchFulfilled,
    effect: ({ payload }, listenerApi) => followOnce(payload.run, true, listenerApi),
  });
  startListening({
    matcher: undoRun.matchFulfilled,
    effect: ({ payload }, listenerApi) => followOnce(payload, true, listenerApi),
  });
  startListening({
    matcher: getRuns.matchFulfilled,
    effect: async ({ payload }, listenerApi) => {
      // The dialog that has begun a hand-over follows it.
      const underWay = payload.filter(
        ({ action, state }) =>
          isUnderWay({ state }) && !(action === "hand_over" && state === "running"),
      );
      await Promise.all(underWay.map((run) => followOnce(run, false, listenerApi)));
    },
  });
}

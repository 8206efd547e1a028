import { isAnyOf, type ListenerEffectAPI, type UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { api, type WithApi } from "#api/api.ts";
import { statusOf } from "#api/errors.ts";
import type { UserRun } from "#contract/userRun.ts";
import { isUnderWay, POLL_MS } from "#features/jobs/jobState.ts";
import type { AppExtra, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { selectStoredUser, type WithSession } from "#session/sessionSlice.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { tagsOf } from "#sync/live/eventTags.ts";
import { summaryOfRun } from "./runWords.ts";
import { userRunsApi } from "./userRunsApi.ts";

const { getUserRuns, getUserRun, createUserRun, undoUserRun } = userRunsApi.endpoints;

type State = WithApi & WithConnection & WithSession;
type ListenerApi = ListenerEffectAPI<State, StoreDispatch<State>, AppExtra>;

const isStarted = isAnyOf(createUserRun.matchFulfilled, undoUserRun.matchFulfilled);

/** Whether the server refuses to show a run, for example because the user is no admin any more. */
const isRefusal = (action: UnknownAction, id: UserRun["id"]): boolean =>
  getUserRun.matchRejected(action) &&
  action.meta.arg.originalArgs === id &&
  [403, 404].includes(statusOf(action.payload) ?? 0);

/** Waits until a run has ended. Null if the session has ended before, or the server refuses to show it. */
async function follow(run: UserRun, { dispatch, take }: ListenerApi): Promise<UserRun | null> {
  if (!isUnderWay(run)) return run;
  const query = dispatch(
    getUserRun.initiate(run.id, {
      forceRefetch: true,
      subscriptionOptions: { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
    }),
  );
  let ended: UserRun | null = null;
  await take((action: UnknownAction) => {
    if (api.util.resetApiState.match(action) || isRefusal(action, run.id)) return true;
    if (!getUserRun.matchFulfilled(action) || action.payload.id !== run.id) return false;
    if (isUnderWay(action.payload)) return false;
    ended = action.payload;
    return true;
  });
  query.unsubscribe();
  return ended;
}

/** Refetches what an ended run has changed. The admin whose run it is sees a toast. */
function finish(run: UserRun, isStartedHere: boolean, { dispatch, getState }: ListenerApi): void {
  const change = { type: "userRun", id: run.id, change: "finished", by: null } as const;
  dispatch(api.util.invalidateTags([...tagsOf(change, "")]));
  const isUndone = run.state === "undone";
  const isMine = run.created_by.id === selectStoredUser(getState())?.id && !isUndone;
  if (!isStartedHere && !isMine) return;
  if (run.counts.refused > 0 && !isUndone) toast.error(summaryOfRun(run));
  else toast.success(summaryOfRun(run));
}

/** Follows the runs of all admins that are under way, also while another screen is open. */
export function startRunListeners(startListening: StartListening<State>): void {
  const followed = new Set<UserRun["id"]>();

  async function followOnce(run: UserRun, isStartedHere: boolean, listenerApi: ListenerApi) {
    if (followed.has(run.id)) return;
    followed.add(run.id);
    const ended = await follow(run, listenerApi);
    followed.delete(run.id);
    if (ended) finish(ended, isStartedHere, listenerApi);
  }

  startListening({
    matcher: isStarted,
    effect: ({ payload }, listenerApi) => followOnce(payload, true, listenerApi),
  });
  startListening({
    matcher: getUserRuns.matchFulfilled,
    effect: async ({ payload }, listenerApi) => {
      const underWay = payload.filter(isUnderWay);
      await Promise.all(underWay.map((run) => followOnce(run, false, listenerApi)));
    },
  });
}

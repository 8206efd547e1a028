import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { statusOf } from "#api/errors.ts";
import { isUnderWay, POLL_MS } from "#features/jobs/jobState.ts";
import { selectStoredUser, type WithSession } from "#session/authSlice.ts";
import { type Run, runsApi } from "./runsApi.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until a bulk action has ended, while the window shows. A failed request is repeated, because the
 * server goes on. Null if the user has signed out, or the server refuses to show the action.
 */
export function followRun(
  begun: Run,
): ThunkAction<Promise<Run | null>, WithSession, unknown, UnknownAction> {
  return async (dispatch, getState) => {
    const { kind, id } = begun;
    const userOf = () => selectStoredUser(getState())?.id;
    const user = userOf();
    const read = runsApi.endpoints.getRun.initiate(
      { kind, id },
      { forceRefetch: true, subscribe: false },
    );
    let run = begun;
    while (isUnderWay(run)) {
      if (document.visibilityState === "visible") {
        const { data, error } = await dispatch(read);
        if (userOf() !== user || [403, 404].includes(statusOf(error) ?? 0)) return null;
        run = data ?? run;
      }
      if (isUnderWay(run)) await pause(POLL_MS);
    }
    return run;
  };
}

import { jobEndSeen } from "#features/jobs/jobState.ts";
import type { StartListening } from "#session/appExtra.ts";
import { inboxApi } from "./inboxApi.ts";

/** Marks the item about the end of long work as read, unless its user looks at another tab or window. */
export function startSeenJobsListener(startListening: StartListening<object>): void {
  startListening({
    actionCreator: jobEndSeen,
    effect: ({ payload: ids }, { dispatch }) => {
      if (document.visibilityState !== "visible") return;
      void dispatch(inboxApi.endpoints.markAsRead.initiate({ ids }, { track: false }));
    },
  });
}

import { jobEndSeen } from "#features/jobs/jobState.ts";
import { loadCode } from "#lib/lazyPart.tsx";
import type { StartListening } from "#session/appExtra.ts";

const load = () => import(/* webpackChunkName: "inbox" */ "./inboxApi.ts");

/** Marks the item about the end of long work as read, unless its user looks at another tab or window. */
export function startSeenJobsListener(startListening: StartListening<object>): void {
  startListening({
    actionCreator: jobEndSeen,
    effect: async ({ payload: ids }, { dispatch }) => {
      if (document.visibilityState !== "visible") return;
      const { inboxApi } = await loadCode(load);
      void dispatch(inboxApi.endpoints.markAsRead.initiate({ ids }, { track: false }));
    },
  });
}

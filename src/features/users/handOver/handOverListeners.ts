import type { WithApi } from "#api/api.ts";
import { countOf } from "#lib/formatCount.ts";
import type { StartListening } from "#session/appExtra.ts";
import { callToasts } from "#sync/connection/callToasts.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { toastSuccess } from "#ui/toastSuccess.ts";
import { handOverApi } from "./handOverApi.ts";

const { handOver } = handOverApi.endpoints;

/** Shows toasts for the hand-over of a user's open tasks. */
export function startHandOverListeners(
  startListening: StartListening<WithApi & WithConnection>,
): void {
  startListening({
    matcher: handOver.matchFulfilled,
    effect: ({ payload, meta }) => {
      const { toName } = meta.arg.originalArgs;
      // A repeat after a lost response finds no task any more.
      const tasks = payload.tasks === 0 ? "Open tasks" : countOf(payload.tasks, "open task");
      toastSuccess(toName === null ? `${tasks} unassigned` : `${tasks} handed over to ${toName}`);
    },
  });
  callToasts({
    serverFailures: [[handOver.matchRejected, "Failed to hand over the open tasks"]],
  })(startListening);
}

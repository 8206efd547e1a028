import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import { selectIsCurrent, type WithFilters } from "#features/filters/filtersSlice.ts";
import { searchApi } from "#features/tasks/data/searchApi.ts";
import type { StartListening } from "#session/appExtra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";

type State = WithFilters & WithApi & WithConnection;

/** Shows a toast when the list fails to load (§8). */
export function startSearchFailureToast(startListening: StartListening<State>): void {
  startListening({
    matcher: searchApi.endpoints.searchTasks.matchRejected,
    effect: (action, listenerApi) => {
      // The list no longer shows this query.
      if (!selectIsCurrent(listenerApi.getState(), action.meta.arg.originalArgs)) return;
      if (!isReportable(action, listenerApi)) return;
      toast.error("Failed to load tasks", { id: "tasks-failed" });
    },
  });
}

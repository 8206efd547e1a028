import { toast } from "react-hot-toast/headless";
import { endedSession } from "#api/endedSession.ts";
import type { StartListening } from "#api/extra.ts";
import { selectIsQuiet, type WithHealing } from "#features/connection/quiet.ts";
import { tasksApi } from "#features/tasks/tasksApi.ts";
import { searchTyped, selectIsCurrent, typingPaused, type WithFilters } from "./filtersSlice.ts";

/** ms without a keystroke before the typed search is asked for (§9). */
const SEARCH_DEBOUNCE = 300;

type State = WithFilters & WithHealing;

/** Waits for typing to pause, and says when the list could not be loaded (§8). */
export function startFiltersListeners(startListening: StartListening<State>): void {
  startListening({
    actionCreator: searchTyped,
    effect: async (_action, { cancelActiveListeners, delay, dispatch }) => {
      cancelActiveListeners();
      await delay(SEARCH_DEBOUNCE);
      dispatch(typingPaused());
    },
  });

  startListening({
    matcher: tasksApi.endpoints.searchTasks.matchRejected,
    effect: ({ meta, payload }, { getState, extra }) => {
      // Neither a request we took back nor one that never left is a failure, and nobody waits for
      // the answer to an earlier query.
      if (meta.aborted || meta.condition || endedSession(payload, extra)) return;
      if (!selectIsCurrent(getState(), meta.arg.originalArgs)) return;
      if (selectIsQuiet(getState(), meta.arg.queryCacheKey)) return;
      toast.error("Failed to load tasks", { id: "tasks-failed" });
    },
  });
}

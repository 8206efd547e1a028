import { toast } from "react-hot-toast/headless";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import type { StartListening } from "#session/appExtra.ts";

/** Shows a toast when code that is loaded on demand fails to load. */
export function startTaskFormListeners(startListening: StartListening<unknown>): void {
  startListening({
    actionCreator: codeNotLoaded,
    effect: ({ payload }, { dispatch }) => {
      // Either the connection is gone, which this probes, or a new version was deployed.
      dispatch(serverUnreachable());
      toast.error(`The ${payload} could not be loaded. Try again, or reload the page.`, {
        id: "code-not-loaded",
      });
    },
  });
}

import { toast } from "react-hot-toast/headless";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { formNotLoaded } from "#features/tasks/taskEvents.ts";
import type { StartListening } from "#session/appExtra.ts";

/** Shows a toast when the form's code fails to load. */
export function startTaskFormListeners(startListening: StartListening<unknown>): void {
  startListening({
    actionCreator: formNotLoaded,
    effect: (_action, { dispatch }) => {
      // Either the connection is gone, which this probes, or a new version was deployed.
      dispatch(serverUnreachable());
      toast.error("The form could not be loaded. Try again, or reload the page.", {
        id: "form-not-loaded",
      });
    },
  });
}

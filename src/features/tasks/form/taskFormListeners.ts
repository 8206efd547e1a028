import { serverUnreachable } from "#api/connectionEvents.ts";
import { codeNotLoaded } from "#features/tasks/taskEvents.ts";
import type { StartListening } from "#session/appExtra.ts";
import { toastNotLoaded } from "#ui/toasts/toastNotLoaded.tsx";

/** Shows a toast when code that is loaded on demand fails to load. */
export function startTaskFormListeners(startListening: StartListening<unknown>): void {
  startListening({
    actionCreator: codeNotLoaded,
    effect: ({ payload }, { dispatch }) => {
      // Either the connection is gone, which this probes, or a new version was deployed.
      dispatch(serverUnreachable());
      void toastNotLoaded(`The ${payload} could not be loaded.`);
    },
  });
}

import { toast } from "react-hot-toast/headless";
import { messagesOf } from "#api/errors.ts";
import type { StartListening } from "#session/appExtra.ts";
import { linkApi } from "./linkApi.ts";

const { resetPassword, requestReset } = linkApi.endpoints;

/** Shows toasts for new passwords. The page of a link shows why it can't be opened. */
export function startLinkListeners(startListening: StartListening<object>): void {
  startListening({
    matcher: resetPassword.matchFulfilled,
    effect: () => void toast.success("Password updated successfully! ✅"),
  });
  for (const matcher of [resetPassword.matchRejected, requestReset.matchRejected]) {
    startListening({
      matcher,
      effect: ({ payload, error }) => {
        for (const text of messagesOf(payload ?? error, "Cannot connect to server")) {
          toast.error(text, { id: text });
        }
      },
    });
  }
}

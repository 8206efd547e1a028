import type { UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import { messagesOf } from "#api/errors.ts";
import type { StartListening } from "#session/appExtra.ts";
import { toastSuccess } from "#ui/toastSuccess.ts";
import type { WithConnection } from "./connectionSlice.ts";
import { isReportable, type RejectedCall } from "./errorSuppression.ts";

type Toasts = readonly (readonly [matcher: (action: UnknownAction) => boolean, text: string])[];

/** Starts listeners that show a toast when a call succeeds or fails (§8). Equal texts share a toast. */
export function callToasts({
  successes = [],
  failures = [],
  serverFailures = [],
}: {
  successes?: Toasts;
  failures?: Toasts;
  /** Failures whose text comes from the server if it sent one. */
  serverFailures?: Toasts;
}) {
  return (startListening: StartListening<WithApi & WithConnection>): void => {
    for (const [predicate, text] of successes) {
      startListening({ predicate, effect: () => toastSuccess(text) });
    }
    for (const [predicate, text] of failures) {
      startListening({
        predicate,
        effect: (action, listenerApi) => {
          if (isReportable(action as unknown as RejectedCall, listenerApi))
            toast.error(text, { id: text });
        },
      });
    }
    for (const [predicate, fallback] of serverFailures) {
      startListening({
        predicate,
        effect: (action, listenerApi) => {
          const rejected = action as unknown as RejectedCall;
          if (!isReportable(rejected, listenerApi)) return;
          for (const text of messagesOf(rejected.payload, fallback)) {
            toast.error(text, { id: text });
          }
        },
      });
    }
  };
}

import { isFulfilled, isRejected, type UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import { callTextsOf } from "#api/callTexts.ts";
import { messagesOf } from "#api/errors.ts";
import type { StartListening } from "#session/appExtra.ts";
import { toastSuccess } from "#ui/toasts/toastSuccess.ts";
import type { WithConnection } from "./connectionSlice.ts";
import { isReportable, type RejectedCall } from "./errorSuppression.ts";

/** The relevant parts of the action of a query or mutation that has ended. */
interface EndedCall extends RejectedCall {
  meta: RejectedCall["meta"] & { arg: { endpointName?: string; originalArgs?: unknown } };
}

const callOf = (action: UnknownAction) => action as unknown as EndedCall;

const said = <Args extends unknown[]>(
  text: string | ((...args: Args) => string | null) | undefined,
  ...args: Args
): string | null => (typeof text === "function" ? text(...args) : (text ?? null));

/** Shows the toasts of all calls (`addCallTexts`). Equal texts share a toast. */
export function startCallToasts(startListening: StartListening<WithApi & WithConnection>): void {
  startListening({
    matcher: isFulfilled,
    effect: (action) => {
      const { meta, payload } = callOf(action);
      const { endpointName = "", originalArgs } = meta.arg ?? {};
      const text = said(callTextsOf(endpointName).success, originalArgs, payload);
      if (text !== null) toastSuccess(text);
    },
  });
  startListening({
    matcher: isRejected,
    effect: (action, listenerApi) => {
      const call = callOf(action);
      const { endpointName = "", originalArgs } = call.meta.arg ?? {};
      const { failure, serverFailure } = callTextsOf(endpointName);
      const text = said(failure, originalArgs, call.payload);
      const fallback = said(serverFailure, originalArgs, call.payload);
      if ((text === null && fallback === null) || !isReportable(call, listenerApi)) return;
      for (const shown of text === null ? messagesOf(call.payload, fallback ?? "") : [text])
        toast.error(shown, { id: shown });
    },
  });
}

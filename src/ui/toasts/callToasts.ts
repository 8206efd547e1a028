import {
  isFulfilled,
  isRejected,
  type ListenerEffectAPI,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { callTextsOf } from "#api/callTexts.ts";
import { type CallError, messagesOf } from "#api/errors.ts";
import { toastSuccess } from "./toastSuccess.tsx";

/** The relevant parts of the action of a query or mutation that has ended. */
interface EndedCall {
  payload?: CallError;
  error?: unknown;
  meta: { requestId: string; arg: { endpointName?: string; originalArgs?: unknown } };
}

const callOf = (action: UnknownAction) => action as unknown as EndedCall;

const said = <Args extends unknown[]>(
  text: string | ((...args: Args) => string | null) | undefined,
  ...args: Args
): string | null => (typeof text === "function" ? text(...args) : (text ?? null));

/**
 * Shows the toasts of all calls (`addCallTexts`). Equal texts share a toast.
 *
 * @param isReportable whether the user is told of a failure
 */
export function startCallToasts<
  State,
  Dispatch extends ThunkDispatch<State, Extra, UnknownAction>,
  Extra,
>(
  startListening: TypedStartListening<State, Dispatch, Extra>,
  isReportable: (
    call: EndedCall,
    listenerApi: ListenerEffectAPI<State, Dispatch, Extra>,
  ) => boolean,
): void {
  startListening({
    matcher: isFulfilled,
    effect: (action, { dispatch }) => {
      const { meta, payload } = callOf(action);
      const { endpointName = "", originalArgs } = meta.arg ?? {};
      const { success, undo } = callTextsOf(endpointName);
      const text = said(success, originalArgs, payload);
      const undoable = undo?.(originalArgs, payload);
      if (text !== null) {
        toastSuccess(text, undoable && { ...undoable, undo: () => undoable.undo(dispatch) });
      }
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

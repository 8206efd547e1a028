import { createSlice, type PayloadAction, type UnknownAction } from "@reduxjs/toolkit";
import { isQueryStep } from "#api/rtkInternals.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import type { StartListening } from "#session/appExtra.ts";
import { selectIsSignedIn, type WithSession } from "#session/authSlice.ts";

/** The part of the store's state that knows whether the server offers the calls beyond §7. */
export interface WithExtensions {
  extensions: {
    available: boolean;
    /** Whether a response has shown that it does, or doesn't. */
    known?: boolean;
  };
}

const UNKNOWN: WithExtensions["extensions"] = { available: false };

export const extensionsSlice = createSlice({
  name: "extensions",
  initialState: UNKNOWN,
  reducers: {
    responseSeen: (_state, { payload }: PayloadAction<boolean>) => ({
      available: payload,
      known: true,
    }),
  },
});

/** Whether to show controls that need a call beyond §7. False until a response has shown it. */
export const selectHasExtensions = ({ extensions }: WithExtensions): boolean =>
  extensions.available;

/** Whether to keep a place for such controls. True until a response has shown that there are none. */
export const selectMayHaveExtensions = ({ extensions }: WithExtensions): boolean =>
  extensions.available || !extensions.known;

/** The event position in the response to a query; null without one. */
export function eventPositionOf(action: UnknownAction): string | null {
  if (!isQueryStep(action, "fulfilled")) return null;
  const { meta } = action as { meta?: { baseQueryMeta?: { response?: Response } } };
  return meta?.baseQueryMeta?.response?.headers.get(EVENT_ID_HEADER) ?? null;
}

/** Recognises our server by its first response: no other server names an event. */
export function startExtensionListeners(
  startListening: StartListening<WithExtensions & WithSession>,
): void {
  startListening({
    // Our server names no event to somebody who is not signed in.
    predicate: (action, state) =>
      !selectHasExtensions(state) && isQueryStep(action, "fulfilled") && selectIsSignedIn(state),
    effect: (action, { dispatch, getState }) => {
      const isOurs = eventPositionOf(action) !== null;
      if (isOurs || !getState().extensions.known)
        dispatch(extensionsSlice.actions.responseSeen(isOurs));
    },
  });
}

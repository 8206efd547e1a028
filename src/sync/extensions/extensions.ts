import { createSlice, type UnknownAction } from "@reduxjs/toolkit";
import { isQueryStep } from "#api/rtkInternals.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import type { StartListening } from "#session/appExtra.ts";

/** The part of the store's state that knows whether the server offers the calls beyond §7. */
export interface WithExtensions {
  extensions: { available: boolean };
}

export const extensionsSlice = createSlice({
  name: "extensions",
  initialState: { available: false },
  reducers: { extensionsFound: () => ({ available: true }) },
});

/** Whether to show controls that need a call beyond §7. False until a response has shown it. */
export const selectHasExtensions = ({ extensions }: WithExtensions): boolean =>
  extensions.available;

/** The event position in the response to a query; null without one. */
export function eventPositionOf(action: UnknownAction): string | null {
  if (!isQueryStep(action, "fulfilled")) return null;
  const { meta } = action as { meta?: { baseQueryMeta?: { response?: Response } } };
  return meta?.baseQueryMeta?.response?.headers.get(EVENT_ID_HEADER) ?? null;
}

/** Recognises our server by its first response: no other server names an event. */
export function startExtensionListeners(startListening: StartListening<WithExtensions>): void {
  startListening({
    predicate: (action, state) => !selectHasExtensions(state) && eventPositionOf(action) !== null,
    effect: (_action, { dispatch }) => {
      dispatch(extensionsSlice.actions.extensionsFound());
    },
  });
}

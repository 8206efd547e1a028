import type { WithApi } from "#api/api.ts";
import { statusOf } from "#api/errors.ts";
import type { StartListening } from "#session/appExtra.ts";
import {
  expiryElapsed,
  profileSaved,
  selectStoredUser,
  type WithSession,
} from "#session/authSlice.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { sessionExpired } from "#session/sessionEvents.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { profileApi } from "./profileApi.ts";

/** The time in ms from a 401 for the profile to the redirect to the sign-in screen (§9). */
const REFUSED_REDIRECT_MS = 2000;

const { getProfile, updateProfile, signOutEverywhere } = profileApi.endpoints;

/** Ends a refused session, and keeps the stored user up to date. */
export function startProfileListeners(
  startListening: StartListening<WithApi & WithConnection & WithSession>,
): void {
  startListening({
    matcher: getProfile.matchRejected,
    effect: async ({ payload, meta }, { dispatch, condition, extra: { tokens } }) => {
      if (meta.aborted || meta.condition || statusOf(payload) !== 401) return;
      const { epoch } = tokens;
      // A retry succeeded, so the session is valid.
      if (await condition(getProfile.matchFulfilled, REFUSED_REDIRECT_MS)) return;
      // The user signed out, or in again, so the refused session is gone.
      if (tokens.epoch !== epoch) return;
      tokens.clear("expired");
      dispatch(sessionExpired());
      dispatch(expiryElapsed());
    },
  });

  startListening({
    matcher: updateProfile.matchFulfilled,
    effect: ({ meta, payload }, { dispatch, getState }) => {
      const user = selectStoredUser(getState());
      const { name, email } = meta.arg.originalArgs;
      if (user) dispatch(profileSaved({ ...user, name, email: payload.email ?? email }));
    },
  });

  startListening({
    matcher: signOutEverywhere.matchFulfilled,
    // The server has ended this session too.
    effect: (_action, { dispatch }) => void dispatch(sessionApi.endpoints.logout.initiate()),
  });
}

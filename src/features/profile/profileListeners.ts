import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import { messagesOf, statusOf } from "#api/errors.ts";
import type { StartListening } from "#session/extra.ts";
import { sessionApi } from "#session/sessionApi.ts";
import { sessionExpired } from "#session/sessionEvents.ts";
import {
  expiryElapsed,
  profileSaved,
  selectStoredUser,
  type WithSession,
} from "#session/sessionSlice.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import { isReportable } from "#sync/connection/errorSuppression.ts";
import { profileApi } from "./profileApi.ts";

/** How long a refused profile stays on the screen before the sign-in screen comes, in ms (§9). */
const REFUSED_REDIRECT_MS = 2000;

const { getProfile, updateProfile, changePassword, signOutEverywhere } = profileApi.endpoints;

/** What follows from the calls about the profile, and what is said about them (§8). */
export function startProfileListeners(
  startListening: StartListening<WithApi & WithConnection & WithSession>,
): void {
  startListening({
    matcher: getProfile.matchRejected,
    effect: async ({ payload, meta }, { dispatch, condition, extra: { tokens } }) => {
      if (meta.aborted || meta.condition || statusOf(payload) !== 401) return;
      const { epoch } = tokens;
      // Tried again meanwhile, and not refused: the session is good after all.
      if (await condition(getProfile.matchFulfilled, REFUSED_REDIRECT_MS)) return;
      // Signed out, or in again, meanwhile: the session that was refused is gone.
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
      toast.success("Profile updated successfully! ✅");
    },
  });
  startListening({
    matcher: changePassword.matchFulfilled,
    effect: () => void toast.success("Password updated successfully! ✅"),
  });

  startListening({
    matcher: updateProfile.matchRejected,
    effect: (action, listenerApi) => {
      if (!isReportable(action, listenerApi)) return;
      for (const text of messagesOf(action.payload, "Failed to update profile")) toast.error(text);
    },
  });
  startListening({
    matcher: signOutEverywhere.matchFulfilled,
    // The server has ended this session too: what is left is to leave.
    effect: (_action, { dispatch }) => void dispatch(sessionApi.endpoints.logout.initiate()),
  });
  startListening({
    matcher: signOutEverywhere.matchRejected,
    effect: ({ payload }) => {
      for (const text of messagesOf(payload, "Failed to sign out everywhere")) toast.error(text);
    },
  });
  startListening({
    matcher: changePassword.matchRejected,
    effect: (action, listenerApi) => {
      if (!isReportable(action, listenerApi)) return;
      for (const text of messagesOf(action.payload, "Failed to update password")) toast.error(text);
    },
  });
}

import { isAnyOf } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import type { User } from "#contract/user.ts";
import { loginMessages, registrationMessages } from "./authMessages.ts";
import type { AppExtra, StartListening, StoreDispatch } from "./extra.ts";
import { sessionApi } from "./sessionApi.ts";
import { sessionExpired } from "./sessionEvents.ts";
import {
  expiryElapsed,
  profileSaved,
  selectStoredUser,
  signedOutElsewhere,
  userArrivedElsewhere,
  type WithSession,
} from "./sessionSlice.ts";

type State = WithSession & WithApi;

/** How long an expired session's screen stays, in ms (§9). */
const EXPIRY_REDIRECT_MS = 1000;

const { login, register, getMe, logout } = sessionApi.endpoints;

/** Fetches the current user and keeps it, unless it is there already. */
function keepUser(dispatch: StoreDispatch<State>) {
  return dispatch(getMe.initiate());
}

/** Auth on load (§4), and what other tabs do to the session from then on. */
export function startSession(
  dispatch: StoreDispatch<State>,
  getState: () => State,
  { tokens, drafts }: AppExtra,
): void {
  const { session } = getState();
  if (session.status !== "signedOut") drafts.keepFor(session.user?.id ?? null);
  else if (tokens.end !== "expired") drafts.keepFor(null);
  tokens.subscribe((event) => {
    if (event.type === "user") dispatch(userArrivedElsewhere(event.user));
    else dispatch(event.type === "signedOut" ? signedOutElsewhere() : sessionExpired());
  });
  if (session.status === "restoring") void keepUser(dispatch);
}

/** What follows from a session's beginning and end, and what is said about it (§8). */
export function startAuthListeners(startListening: StartListening<State>): void {
  startListening({
    matcher: isAnyOf(login.matchFulfilled, register.matchFulfilled, userArrivedElsewhere),
    effect: async (action, { dispatch, getOriginalState, getState, delay, extra: { drafts } }) => {
      // `isAnyOf` forgets the payload that these three have in common.
      const { payload: user } = action as unknown as { payload: User };
      drafts.keepFor(user.id);
      const former = selectStoredUser(getOriginalState())?.id;
      if (former !== undefined && former !== user.id) {
        // First the former user's screens go, then what they showed.
        await delay(0);
        if (selectStoredUser(getState())?.id !== user.id) return;
      }
      if (former !== user.id) dispatch(sessionApi.util.resetApiState());
      dispatch(
        sessionApi.util.upsertQueryEntries([
          { endpointName: "getMe", arg: undefined, value: user },
        ]),
      );
      void keepUser(dispatch);
    },
  });

  startListening({
    matcher: login.matchFulfilled,
    effect: ({ payload }) => void toast.success(`Welcome back, ${payload.name}!`),
  });
  startListening({
    matcher: register.matchFulfilled,
    effect: ({ payload }) =>
      void toast.success(`Welcome ${payload.name}! Your account has been created.`),
  });
  startListening({
    matcher: login.matchRejected,
    effect: ({ payload, error }) => {
      for (const message of loginMessages(payload ?? error)) toast.error(message);
    },
  });
  startListening({
    matcher: register.matchRejected,
    effect: ({ payload, error }) => {
      for (const message of registrationMessages(payload ?? error)) toast.error(message);
    },
  });
  startListening({
    matcher: logout.matchPending,
    effect: () => void toast.success("Logged out successfully"),
  });

  startListening({
    predicate: (_action, state, before) =>
      state.session.status === "expired" && before.session.status !== "expired",
    effect: async (_action, { dispatch, delay, getState, extra: { drafts } }) => {
      const user = selectStoredUser(getState());
      const { pathname, search } = window.location;
      if (user) drafts.interrupt(user.id, pathname + search);
      toast.error("Session expired. Please login again.", { id: "session-expired" });
      await delay(EXPIRY_REDIRECT_MS);
      dispatch(expiryElapsed());
    },
  });

  startListening({
    matcher: isAnyOf(logout.matchPending, signedOutElsewhere),
    effect: (_action, { extra: { drafts } }) => drafts.keepFor(null),
  });

  startListening({
    predicate: (_action, state, before) =>
      state.session.status === "signedOut" && before.session.status !== "signedOut",
    effect: async (_action, { dispatch, delay, getState, extra: { drafts, tokens } }) => {
      // First the screens go, then what they showed: else they would fetch it again.
      await delay(0);
      if (getState().session.status !== "signedOut") return;
      // Who is no longer let in leaves nothing behind.
      if (tokens.end === "closed") drafts.keepFor(null);
      dispatch(sessionApi.util.resetApiState());
    },
  });

  startListening({
    matcher: isAnyOf(getMe.matchFulfilled, profileSaved),
    effect: (_action, { getState, extra: { tokens } }) => {
      const user = selectStoredUser(getState());
      const stored = tokens.user;
      if (user && stored?.id === user.id && JSON.stringify(user) !== JSON.stringify(stored)) {
        tokens.setUser(user);
      }
    },
  });
  startListening({
    actionCreator: profileSaved,
    effect: ({ payload: user }, { dispatch }) => {
      dispatch(
        sessionApi.util.upsertQueryEntries([
          { endpointName: "getMe", arg: undefined, value: user },
        ]),
      );
    },
  });
}

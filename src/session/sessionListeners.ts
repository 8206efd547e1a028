import { isAnyOf } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { WithApi } from "#api/api.ts";
import type { User } from "#contract/shapes/user.ts";
import { pathInApp } from "#lib/address/basePath.ts";
import type { AppExtra, StartListening, StoreDispatch } from "./appExtra.ts";
import {
  expiryElapsed,
  profileSaved,
  selectStoredUser,
  signedOutElsewhere,
  userArrivedElsewhere,
  type WithSession,
} from "./authSlice.ts";
import { sessionApi } from "./sessionApi.ts";
import { sessionExpired } from "./sessionEvents.ts";
import { loginMessages, registrationMessages } from "./signInMessages.ts";

type State = WithSession & WithApi;

/** The time in ms that the screen of an expired session stays (§9). */
const EXPIRY_REDIRECT_MS = 1000;

const { login, register, getMe, logout } = sessionApi.endpoints;

/** Puts the user's record into the cache, as if it had been fetched. */
function cacheUser(dispatch: StoreDispatch<State>, user: User): void {
  dispatch(
    sessionApi.util.upsertQueryEntries([{ endpointName: "getMe", arg: undefined, value: user }]),
  );
}

/** Restores the session on load (§4), and then follows the changes of other tabs. */
export function restoreSession(
  dispatch: StoreDispatch<State>,
  getState: () => State,
  { tokens, drafts }: AppExtra,
): void {
  const { auth } = getState();
  if (auth.status !== "signedOut") drafts.retainOnly(auth.user?.id ?? null);
  else if (tokens.end !== "expired") drafts.retainOnly(null);
  tokens.subscribe((event) => {
    if (event.type === "user") dispatch(userArrivedElsewhere(event.user));
    else dispatch(event.type === "signedOut" ? signedOutElsewhere() : sessionExpired());
  });
  if (auth.status === "restoring") void dispatch(getMe.initiate());
}

/** Reacts to the session's events: user record, drafts, cache and toasts. */
export function startSessionListeners(startListening: StartListening<State>): void {
  startUserListeners(startListening);
  startSessionEndListeners(startListening);
  startToastListeners(startListening);
}

/** Keeps the cached and the stored record of the current user up to date. */
function startUserListeners(startListening: StartListening<State>): void {
  startListening({
    matcher: isAnyOf(login.matchFulfilled, register.matchFulfilled, userArrivedElsewhere),
    effect: async (action, { dispatch, getOriginalState, getState, delay, extra: { drafts } }) => {
      // `isAnyOf` loses the payload type that these three share.
      const { payload: user } = action as unknown as { payload: User };
      drafts.retainOnly(user.id);
      const former = selectStoredUser(getOriginalState())?.id;
      if (former !== undefined && former !== user.id) {
        // The former user's screens must unmount before their data is deleted, or they would refetch it.
        await delay(0);
        if (selectStoredUser(getState())?.id !== user.id) return;
      }
      if (former !== user.id) dispatch(sessionApi.util.resetApiState());
      cacheUser(dispatch, user);
      void dispatch(getMe.initiate());
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
    effect: ({ payload: user }, { dispatch }) => cacheUser(dispatch, user),
  });
}

/** Clears drafts and cache when the session ends, and leaves an expired session's screen (§9). */
function startSessionEndListeners(startListening: StartListening<State>): void {
  startListening({
    predicate: (_action, state, before) =>
      state.auth.status === "expired" && before.auth.status !== "expired",
    effect: async (_action, { dispatch, delay, getState, extra: { drafts } }) => {
      const user = selectStoredUser(getState());
      const { pathname, search } = window.location;
      if (user) drafts.interrupt(user.id, (pathInApp(pathname) ?? "/") + search);
      toast.error("Session expired. Please login again.", { id: "session-expired" });
      await delay(EXPIRY_REDIRECT_MS);
      dispatch(expiryElapsed());
    },
  });

  startListening({
    matcher: isAnyOf(logout.matchPending, signedOutElsewhere),
    effect: (_action, { extra: { drafts } }) => drafts.retainOnly(null),
  });

  startListening({
    predicate: (_action, state, before) =>
      state.auth.status === "signedOut" && before.auth.status !== "signedOut",
    effect: async (_action, { dispatch, delay, getState, extra: { drafts, tokens } }) => {
      // The screens must unmount before their data is deleted, or they would refetch it.
      await delay(0);
      if (getState().auth.status !== "signedOut") return;
      // A closed account can't return to its drafts.
      if (tokens.end === "closed") drafts.retainOnly(null);
      dispatch(sessionApi.util.resetApiState());
    },
  });
}

/** Shows the toasts of sign-in, registration and sign-out (§8). */
function startToastListeners(startListening: StartListening<State>): void {
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
}

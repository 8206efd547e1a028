import { createAction, createSlice, isAnyOf, type UnknownAction } from "@reduxjs/toolkit";
import type { WithApi } from "#api/api.ts";
import type { User } from "#contract/shapes/user.ts";
import { eventFinder, transition } from "#lib/machine.ts";
import { sessionApi } from "./sessionApi.ts";
import {
  refreshStarted,
  refreshSucceeded,
  refreshUnreachable,
  sessionExpired,
} from "./sessionEvents.ts";
import { type SessionEvent, type SessionStatus, sessionTable } from "./sessionMachine.ts";
import type { TokenVault } from "./tokens.ts";

/** A second has passed since the session expired; the sign-in screen follows (§4). */
export const expiryElapsed = createAction("session/expiryElapsed");
/** Another tab signed out. */
export const signedOutElsewhere = createAction("session/signedOutElsewhere");
/** Another tab signed in, or changed the user's record. */
export const userArrivedElsewhere = createAction<User>("session/userArrivedElsewhere");
/** The user saved their own profile. */
export const profileSaved = createAction<User>("session/profileSaved");

/**
 * `user` is the stored record (§3). It is null if a refresh token is stored without a record; then
 * no guarded screen opens.
 */
export type SessionState =
  | { status: Exclude<SessionStatus, "signedOut">; user: User | null }
  | { status: "signedOut" };

const { login, register, getMe, logout } = sessionApi.endpoints;

/** The machine's event that an action stands for. */
export const sessionEventOf = eventFinder<SessionEvent>({
  userLoaded: getMe.matchFulfilled,
  userUnavailable: getMe.matchRejected,
  signedIn: isAnyOf(login.matchFulfilled, register.matchFulfilled),
  refreshStarted: refreshStarted.match,
  refreshSucceeded: refreshSucceeded.match,
  refreshUnreachable: refreshUnreachable.match,
  sessionExpired: sessionExpired.match,
  expiryElapsed: expiryElapsed.match,
  loggedOut: logout.matchPending,
  signedOutElsewhere: signedOutElsewhere.match,
  userArrivedElsewhere: userArrivedElsewhere.match,
  profileSaved: profileSaved.match,
});

/** These events set the user's record. */
const ARRIVALS = new Set<SessionEvent>(["signedIn", "userArrivedElsewhere"]);
/** These events update the record if there is one. */
const UPDATES = new Set<SessionEvent>(["userLoaded", "profileSaved"]);

function step(state: SessionState, event: SessionEvent, payload: unknown): SessionState {
  const status = transition(sessionTable, state.status, event);
  if (!status) return state;
  if (status === "signedOut") return { status };
  const user = "user" in state ? state.user : null;
  const isNew = ARRIVALS.has(event) || (UPDATES.has(event) && user !== null);
  return { status, user: isNew ? (payload as User) : user };
}

/** The machine's first state: a stored refresh token means a session to restore (§4). */
export function initialSession(tokens: TokenVault): SessionState {
  return tokens.refreshToken ? { status: "restoring", user: tokens.user } : { status: "signedOut" };
}

export const authSlice = createSlice({
  name: "auth",
  initialState: (): SessionState => ({ status: "signedOut" }),
  reducers: {},
  extraReducers: (builder) => {
    builder.addMatcher(
      (action: UnknownAction) => sessionEventOf(action) !== undefined,
      (state, action: UnknownAction & { payload?: unknown }) => {
        const event = sessionEventOf(action);
        return event ? step(state, event, action.payload) : state;
      },
    );
  },
});

/** The part of the store's state that these selectors read. */
export interface WithSession {
  auth: SessionState;
}

const selectMeQuery = getMe.select();

/**
 * The user's record as stored in this browser (§3); null when signed out. Guarded screens need it
 * (§2). It stays for a second after the session has expired, and so does the screen.
 */
export const selectStoredUser = ({ auth }: WithSession): User | null =>
  auth.status === "signedOut" ? null : auth.user;

/** Whether sign-in and registration redirect. */
export const selectIsSignedIn = (state: WithSession): boolean =>
  selectStoredUser(state) !== null && state.auth.status !== "expired";

/** The current user as last fetched; undefined before that, and if it failed. */
export const selectFetchedUser = (state: WithApi): User | undefined => selectMeQuery(state).data;

/** Whether the fetched user is an admin (§6). */
export const selectIsAdmin = (state: WithApi): boolean =>
  selectFetchedUser(state)?.role === "admin";

/** Whether the current user is still being fetched (§4). */
export const selectIsUserLoading = (state: WithApi & WithSession): boolean =>
  selectFetchedUser(state) === undefined &&
  (state.auth.status === "restoring" || selectMeQuery(state).isLoading);

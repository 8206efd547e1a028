import type { Machine, PlainTable } from "#lib/machine.ts";

export type SessionStatus = "restoring" | "signedIn" | "refreshing" | "expired" | "signedOut";

export type SessionEvent =
  | "userLoaded"
  | "userUnavailable"
  | "signedIn"
  | "refreshStarted"
  | "refreshSucceeded"
  | "refreshUnreachable"
  | "sessionExpired"
  | "expiryElapsed"
  | "loggedOut"
  | "signedOutElsewhere"
  | "userArrivedElsewhere"
  | "profileSaved";

/** Where each event leads from each state. An event that a state doesn't list changes nothing. */
export const sessionTable: PlainTable<SessionStatus, SessionEvent> = {
  restoring: {
    userLoaded: "signedIn",
    userUnavailable: "signedIn",
    signedIn: "signedIn",
    sessionExpired: "expired",
    loggedOut: "signedOut",
    signedOutElsewhere: "signedOut",
    userArrivedElsewhere: "restoring",
    profileSaved: "restoring",
  },
  signedIn: {
    userLoaded: "signedIn",
    signedIn: "signedIn",
    refreshStarted: "refreshing",
    sessionExpired: "expired",
    loggedOut: "signedOut",
    signedOutElsewhere: "signedOut",
    userArrivedElsewhere: "signedIn",
    profileSaved: "signedIn",
  },
  refreshing: {
    userLoaded: "refreshing",
    signedIn: "signedIn",
    refreshSucceeded: "signedIn",
    refreshUnreachable: "signedIn",
    sessionExpired: "expired",
    loggedOut: "signedOut",
    signedOutElsewhere: "signedOut",
    userArrivedElsewhere: "signedIn",
    profileSaved: "refreshing",
  },
  expired: {
    signedIn: "signedIn",
    expiryElapsed: "signedOut",
    loggedOut: "signedOut",
    signedOutElsewhere: "signedOut",
    userArrivedElsewhere: "signedIn",
  },
  signedOut: {
    signedIn: "signedIn",
    userArrivedElsewhere: "signedIn",
  },
};

/** The whole machine, as docs/machines.md and the reports of illegal events need it. */
export const sessionMachine: Machine<SessionStatus, SessionEvent> = {
  name: "The session",
  about:
    "Who is signed in, and whether the session is still valid. The tokens are in a vault outside " +
    "the store; the slice holds only the user's record.",
  file: "src/session/sessionMachine.ts",
  initial: {
    restoring: "a refresh token is stored",
    signedOut: "no refresh token is stored",
  },
  states: {
    restoring: "A session is stored, and the current user is being fetched.",
    signedIn: "Guarded screens are open.",
    refreshing: "Signed in, while a new access token is being fetched.",
    expired: "The server refused to renew the session. The screen stays for a second.",
    signedOut: "Nobody is signed in.",
  },
  events: {
    userLoaded: "the current user has been fetched",
    userUnavailable: "the current user could not be fetched",
    signedIn: "a sign-in or a registration succeeded here",
    refreshStarted: "a call got a 401, and a new access token is being fetched",
    refreshSucceeded: "a new access token arrived",
    refreshUnreachable: "the server did not respond to the refresh",
    sessionExpired: "the server refused to renew the session",
    expiryElapsed: "a second has passed since the session expired",
    loggedOut: "the user signed out here",
    signedOutElsewhere: "another tab signed out",
    userArrivedElsewhere: "another tab signed in, or changed the user's record",
    profileSaved: "the user saved their own profile",
  },
  table: sessionTable,
  ignored: {
    // On load there is no access token, so the first call causes a refresh.
    restoring: ["refreshStarted", "refreshSucceeded", "refreshUnreachable"],
    // Another tab's event ended `refreshing` before the refresh did; or the user signed in again
    // within the second after the expiry.
    signedIn: ["userUnavailable", "refreshSucceeded", "refreshUnreachable", "expiryElapsed"],
    refreshing: ["userUnavailable", "expiryElapsed"],
    // The screen that stays may still send calls, and late responses arrive.
    expired: ["userLoaded", "userUnavailable", "refreshStarted", "sessionExpired", "profileSaved"],
    signedOut: [
      "userLoaded",
      "userUnavailable",
      "refreshStarted",
      // Another tab has signed in, and its storage event has not arrived yet.
      "refreshSucceeded",
      "refreshUnreachable",
      "sessionExpired",
      "expiryElapsed",
      "loggedOut",
      "signedOutElsewhere",
      "profileSaved",
    ],
  },
};

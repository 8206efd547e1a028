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
    "Who is signed in, and whether the server still agrees. The tokens themselves are in a vault " +
    "outside the store; here are only the user's record and what may be shown.",
  file: "src/session/sessionMachine.ts",
  initial: {
    restoring: "a refresh token is stored",
    signedOut: "none is stored",
  },
  states: {
    restoring: "A session is stored, and the current user is being fetched.",
    signedIn: "Guarded screens are open.",
    refreshing: "Signed in, while a new access token is fetched.",
    expired: "The server said no; for a second the screen stays.",
    signedOut: "Nobody is signed in.",
  },
  events: {
    userLoaded: "the current user has been fetched",
    userUnavailable: "the current user could not be fetched",
    signedIn: "a sign-in or a registration succeeded here",
    refreshStarted: "a call was refused, and a new access token is being fetched",
    refreshSucceeded: "there is a new access token",
    refreshUnreachable: "the server could not be asked for one",
    sessionExpired: "the server refused to renew the session",
    expiryElapsed: "a second has passed since the session expired",
    loggedOut: "the user signed out here",
    signedOutElsewhere: "another tab signed out",
    userArrivedElsewhere: "another tab signed in, or changed the user's record",
    profileSaved: "the user saved their own profile",
  },
  table: sessionTable,
  ignored: {
    // On load the first call finds out that there is no access token yet.
    restoring: ["refreshStarted", "refreshSucceeded", "refreshUnreachable"],
    // Another tab's news ended `refreshing` before the refresh did; or a new sign-in came within
    // the second in which the former session's screen stayed.
    signedIn: ["userUnavailable", "refreshSucceeded", "refreshUnreachable", "expiryElapsed"],
    refreshing: ["userUnavailable", "expiryElapsed"],
    // The screen that is still there may ask for more; answers that were under way arrive late.
    expired: ["userLoaded", "userUnavailable", "refreshStarted", "sessionExpired", "profileSaved"],
    signedOut: [
      "userLoaded",
      "userUnavailable",
      "refreshStarted",
      // Another tab has signed in, and the news of it is still on its way.
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

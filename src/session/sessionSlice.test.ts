import { describe, expect, test } from "@jest/globals";
import type { UnknownAction } from "@reduxjs/toolkit";
import type { User } from "#contract/user.ts";
import { sessionApi } from "./sessionApi.ts";
import {
  refreshStarted,
  refreshSucceeded,
  refreshUnreachable,
  sessionExpired,
} from "./sessionEvents.ts";
import type { SessionEvent, SessionStatus } from "./sessionMachine.ts";
import {
  expiryElapsed,
  profileSaved,
  type SessionState,
  sessionSlice,
  signedOutElsewhere,
  userArrivedElsewhere,
} from "./sessionSlice.ts";

const someone = (id: string, name: string): User => ({
  id,
  name,
  email: `${id}@example.com`,
  role: "member",
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
});
const ada = someone("1", "Ada");
const adaRenamed = someone("1", "Ada King");
const bob = someone("2", "Bob");

/** The action that RTK Query dispatches when a call of an endpoint starts or ends. */
const call = (endpointName: string, end: "pending" | "fulfilled" | "rejected", payload?: User) => ({
  type: `api/execute${endpointName === "getMe" ? "Query" : "Mutation"}/${end}`,
  payload,
  meta: { arg: { endpointName }, requestId: "r", requestStatus: end },
});

const ACTIONS: Record<SessionEvent, UnknownAction> = {
  userLoaded: call("getMe", "fulfilled", adaRenamed),
  userUnavailable: call("getMe", "rejected"),
  signedIn: call("login", "fulfilled", bob),
  refreshStarted: refreshStarted(),
  refreshSucceeded: refreshSucceeded(),
  refreshUnreachable: refreshUnreachable(),
  sessionExpired: sessionExpired(),
  expiryElapsed: expiryElapsed(),
  loggedOut: call("logout", "pending"),
  signedOutElsewhere: signedOutElsewhere(),
  userArrivedElsewhere: userArrivedElsewhere(bob),
  profileSaved: profileSaved(adaRenamed),
};

const on = (status: Exclude<SessionStatus, "signedOut">, user: User | null): SessionState => ({
  status,
  user,
});
const out: SessionState = { status: "signedOut" };
const same = null;

/** The expected table: the state to which each event leads from Ada's session. */
const EXPECTED: Record<SessionStatus, Record<SessionEvent, SessionState | null>> = {
  restoring: {
    userLoaded: on("signedIn", adaRenamed),
    userUnavailable: on("signedIn", ada),
    signedIn: on("signedIn", bob),
    refreshStarted: same,
    refreshSucceeded: same,
    refreshUnreachable: same,
    sessionExpired: on("expired", ada),
    expiryElapsed: same,
    loggedOut: out,
    signedOutElsewhere: out,
    userArrivedElsewhere: on("restoring", bob),
    profileSaved: on("restoring", adaRenamed),
  },
  signedIn: {
    userLoaded: on("signedIn", adaRenamed),
    userUnavailable: same,
    signedIn: on("signedIn", bob),
    refreshStarted: on("refreshing", ada),
    refreshSucceeded: same,
    refreshUnreachable: same,
    sessionExpired: on("expired", ada),
    expiryElapsed: same,
    loggedOut: out,
    signedOutElsewhere: out,
    userArrivedElsewhere: on("signedIn", bob),
    profileSaved: on("signedIn", adaRenamed),
  },
  refreshing: {
    userLoaded: on("refreshing", adaRenamed),
    userUnavailable: same,
    signedIn: on("signedIn", bob),
    refreshStarted: same,
    refreshSucceeded: on("signedIn", ada),
    refreshUnreachable: on("signedIn", ada),
    sessionExpired: on("expired", ada),
    expiryElapsed: same,
    loggedOut: out,
    signedOutElsewhere: out,
    userArrivedElsewhere: on("signedIn", bob),
    profileSaved: on("refreshing", adaRenamed),
  },
  expired: {
    userLoaded: same,
    userUnavailable: same,
    signedIn: on("signedIn", bob),
    refreshStarted: same,
    refreshSucceeded: same,
    refreshUnreachable: same,
    sessionExpired: same,
    expiryElapsed: out,
    loggedOut: out,
    signedOutElsewhere: out,
    userArrivedElsewhere: on("signedIn", bob),
    profileSaved: same,
  },
  signedOut: {
    userLoaded: same,
    userUnavailable: same,
    signedIn: on("signedIn", bob),
    refreshStarted: same,
    refreshSucceeded: same,
    refreshUnreachable: same,
    sessionExpired: same,
    expiryElapsed: same,
    loggedOut: same,
    signedOutElsewhere: same,
    userArrivedElsewhere: on("signedIn", bob),
    profileSaved: same,
  },
};

const rows = (Object.keys(EXPECTED) as SessionStatus[]).flatMap((status) =>
  (Object.keys(ACTIONS) as SessionEvent[]).map((event) => ({ status, event })),
);

describe("the session machine", () => {
  test.each(rows)("$status, $event", ({ status, event }) => {
    const state = status === "signedOut" ? out : on(status, ada);
    const next = sessionSlice.reducer(state, ACTIONS[event]);
    const expected = EXPECTED[status][event];
    if (expected) expect(next).toEqual(expected);
    else expect(next).toBe(state);
  });

  test("a registration signs the user in", () => {
    const registered = call("register", "fulfilled", bob);
    expect(sessionSlice.reducer(out, registered)).toEqual(on("signedIn", bob));
  });

  test("a fetched user doesn't create a missing record", () => {
    const next = sessionSlice.reducer(on("restoring", null), ACTIONS.userLoaded);
    expect(next).toEqual(on("signedIn", null));
  });

  test("other endpoints' calls are no events of the machine", () => {
    const { getMe } = sessionApi.endpoints;
    expect(getMe.matchFulfilled(call("getBoard", "fulfilled"))).toBe(false);
    const state = on("restoring", ada);
    expect(sessionSlice.reducer(state, call("getBoard", "rejected"))).toBe(state);
  });
});

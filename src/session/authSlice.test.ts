import { expect, test } from "@jest/globals";
import type { User } from "#contract/shapes/user.ts";
import { authSlice, profileSaved, type SessionState, userArrivedElsewhere } from "./authSlice.ts";
import { sessionApi } from "./sessionApi.ts";
import { sessionExpired } from "./sessionEvents.ts";
import type { SessionStatus } from "./sessionMachine.ts";

// The states that follow from each event are tested in src/app/devtools/machines.test.ts.

const ada = { id: "1", name: "Ada" } as User;
const adaRenamed = { ...ada, name: "Ada King" };
const bob = { id: "2", name: "Bob" } as User;

/** The action that RTK Query dispatches when a call of an endpoint starts or ends. */
const call = (endpointName: string, end: "fulfilled" | "rejected", payload?: User) => ({
  type: `api/execute${endpointName === "getMe" ? "Query" : "Mutation"}/${end}`,
  payload,
  meta: { arg: { endpointName }, requestId: "r", requestStatus: end },
});

const on = (status: Exclude<SessionStatus, "signedOut">, user: User | null): SessionState => ({
  status,
  user,
});
const after = authSlice.reducer;

test.each(["restoring", "signedIn", "refreshing"] as const)(
  "while %s, the newest record of the user counts, and another tab's user replaces the user",
  (status) => {
    const state = on(status, ada);
    const loaded = after(state, call("getMe", "fulfilled", adaRenamed));
    expect(loaded).toMatchObject({ user: adaRenamed });
    expect(after(state, profileSaved(adaRenamed))).toEqual(on(status, adaRenamed));
    expect(after(state, call("login", "fulfilled", bob))).toEqual(on("signedIn", bob));
    expect(after(state, userArrivedElsewhere(bob))).toMatchObject({ user: bob });
    expect(after(state, sessionExpired())).toEqual(on("expired", ada));
  },
);

test.each([on("expired", ada), { status: "signedOut" } as const])(
  "a sign-in here or elsewhere begins a session: %j",
  (state) => {
    for (const action of [call("login", "fulfilled", bob), userArrivedElsewhere(bob)]) {
      expect(after(state, action)).toEqual(on("signedIn", bob));
    }
  },
);

test("a registration signs the user in", () => {
  const registered = call("register", "fulfilled", bob);
  expect(after({ status: "signedOut" }, registered)).toEqual(on("signedIn", bob));
});

test("a fetched user doesn't create a missing record", () => {
  const loaded = call("getMe", "fulfilled", adaRenamed);
  expect(after(on("restoring", null), loaded)).toEqual(on("signedIn", null));
});

test("other endpoints' calls are no events of the machine", () => {
  const { getMe } = sessionApi.endpoints;
  expect(getMe.matchFulfilled(call("getBoard", "fulfilled"))).toBe(false);
  const state = on("restoring", ada);
  expect(after(state, call("getBoard", "rejected"))).toBe(state);
});

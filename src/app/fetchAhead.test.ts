import { expect, it, jest } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { authApi } from "#features/auth/authApi.ts";
import { probeFailed } from "#features/connection/connectionSlice.ts";
import type { Role } from "#contract/user.ts";
import { serverReached, serverUnreachable } from "#api/connectionEvents.ts";
import { PASSWORD } from "#testing/backend.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { fetchAhead } from "./fetchAhead.ts";

const now = { first: Promise.resolve(), idle: () => Promise.resolve() };

/** Parts that say when they are asked for, and come when told to. */
function slowParts(...names: string[]) {
  const asked: string[] = [];
  const waiting: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  const parts = names.map((name) => () => {
    asked.push(name);
    return new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
  });
  return { asked, parts, next: () => waiting.shift() };
}

/** A store in which nobody has signed in yet, and the account with which one can. */
async function signedOut(role: Role) {
  const backend = await openBackend();
  const { user } = await backend.register({ role });
  const store = makeTestStore();
  const signIn = () =>
    store.dispatch(authApi.endpoints.login.initiate({ email: user.email, password: PASSWORD }));
  return { store, signIn };
}

it("waits for a sign-in, then fetches part by part, whatever becomes of each", async () => {
  const { store, signIn } = await signedOut("member");
  const { asked, parts, next } = slowParts("board", "form", "list");
  const ended = fetchAhead(store, { ...now, parts, ofAdmins: [] });
  await signIn();
  await waitFor(() => expect(asked).toEqual(["board"]));
  next()?.reject(new Error("It didn't come"));
  await waitFor(() => expect(asked).toEqual(["board", "form"]));
  next()?.resolve();
  await waitFor(() => expect(asked).toEqual(["board", "form", "list"]));
  next()?.resolve();
  await ended;
});

it("fetches nothing without a connection", async () => {
  const { store, signIn } = await signedOut("member");
  await signIn();
  store.dispatch(serverUnreachable());
  store.dispatch(probeFailed());
  const { asked, parts, next } = slowParts("board");
  const ended = fetchAhead(store, { ...now, parts, ofAdmins: [] });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([]);
  store.dispatch(serverReached());
  await waitFor(() => expect(asked).toEqual(["board"]));
  next()?.resolve();
  await ended;
});

it.each([
  ["member", 0],
  ["admin", 1],
] as const)("fetches for a %s what admins see: %i", async (role, times) => {
  const { store, signIn } = await signedOut(role);
  await signIn();
  const load = jest.fn(async () => undefined);
  await fetchAhead(store, { ...now, parts: [], ofAdmins: [load] });
  expect(load).toHaveBeenCalledTimes(times);
});

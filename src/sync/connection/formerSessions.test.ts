import { expect, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import * as lateApp from "#app/lateApp.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { openTab, signIn, signOut } from "#testing/apiTab.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend } from "#testing/renderApp.tsx";

const LOGOUT = "POST /api/auth/logout";

installStoreParts(lateApp);

/** Ada signs in, and signs out without a connection. Returns her tab, and the refresh token she had. */
async function signOutOffline(backend: Backend) {
  await backend.register();
  const tab = openTab();
  await signIn(tab);
  const refreshToken = tab.tokens.refreshToken ?? "";
  backend.network = "down";
  await signOut(tab);
  return { tab, refreshToken };
}

const refresh = async (backend: Backend, refreshToken: string) =>
  (await backend.call("POST", "/api/auth/refresh", { refreshToken })).status;

const signOutTokens = () => (localStorage.getItem("signOutTokens") ?? "").trim().split(" ");

/** Waits until the server has ended the session of a refresh token and the browser has forgotten it. */
async function expectEnded(backend: Backend, refreshToken: string) {
  await waitFor(() => expect(signOutTokens()).toEqual([""]));
  expect(await refresh(backend, refreshToken)).toBe(401);
}

test("a sign-out without a connection ends the session when the connection is back", async () => {
  const backend = await openBackend();
  const { tab, refreshToken } = await signOutOffline(backend);
  await waitFor(() => expect(tab.store.getState().connection.status).toBe("offline"));
  backend.network = "up";
  await expectEnded(backend, refreshToken);
  expect(backend.callsOf(LOGOUT)).toHaveLength(1);
});

test("a page without the app's response is no end: the next visit ends the session", async () => {
  const backend = await openBackend();
  const { refreshToken } = await signOutOffline(backend);
  backend.network = "up";
  backend.fail(LOGOUT, { status: 200, body: "<!doctype html>Sign in to the network" });
  const sent = backend.callsOf(LOGOUT).length;
  openTab();
  await waitFor(() => expect(backend.callsOf(LOGOUT).length).toBeGreaterThan(sent));
  expect(await refresh(backend, refreshToken)).toBe(200);
  openTab();
  await expectEnded(backend, refreshToken);
});

test("the end of a former session leaves the next user's session alone", async () => {
  const backend = await openBackend();
  const { refreshToken } = await signOutOffline(backend);
  await backend.register({ email: "bob@example.com" });
  // Her tab and the next one may try before it has signed in.
  backend.fail(LOGOUT, { status: 503 }, 2);
  backend.network = "up";
  const next = openTab();
  await signIn(next, "bob@example.com");
  const kept = signOutTokens();
  expect(kept).toHaveLength(2);
  // The tokens of the last sessions can't sign in.
  for (const token of kept) expect(await refresh(backend, token)).toBe(401);
  openTab();
  await waitFor(() => expect(signOutTokens()).toEqual([kept[0]]));
  expect(await refresh(backend, refreshToken)).toBe(401);
  expect(await refresh(backend, next.tokens.refreshToken ?? "")).toBe(200);
});

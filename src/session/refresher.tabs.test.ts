import { describe, expect, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import {
  openStaleTab,
  openTab,
  PROBES,
  probe,
  sendProbe,
  signIn,
  signOut,
  type Tab,
} from "#testing/apiTab.ts";
import { fakeChannels } from "#testing/stubs/fakeChannel.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";
import { sessionApi } from "./sessionApi.ts";

const REFRESH = "POST /api/auth/refresh";

describe("several tabs", () => {
  async function openTwo({ hasChannels = true } = {}) {
    const locks = fakeLocks();
    const openChannel = hasChannels ? fakeChannels() : () => null;
    const first = await openStaleTab({ locks, channel: openChannel() });
    const second = openTab({ locks, channel: openChannel() });
    await waitFor(() => expect(second.statuses.at(-1)).toBe("signedIn"));
    first.backend.expireAccessTokens();
    first.backend.calls.length = 0;
    return { backend: first.backend, first, second };
  }

  function notify(tab: Tab) {
    tab.events.dispatchEvent(new StorageEvent("storage", { key: "refreshToken" }));
    tab.events.dispatchEvent(new StorageEvent("storage", { key: "user" }));
  }

  test.each([
    ["never refresh at the same time", false, 2],
    ["share one refresh if the browser has channels", true, 1],
  ])("%s", async (_name, hasChannels, refreshes) => {
    const { backend, first, second } = await openTwo({ hasChannels });
    const held = backend.delay(REFRESH, 1);
    const requests = [sendProbe(first.store, 1), sendProbe(second.store, 2)];
    await held.arrived;
    await waitFor(() => expect(backend.callsOf(PROBES)).toHaveLength(2));
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
    held.release();
    const results = await Promise.all(requests);
    expect(results.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect(backend.callsOf(REFRESH)).toHaveLength(refreshes);
  });

  test("an expiry in one tab expires the other without a request", async () => {
    const { backend, first, second } = await openTwo();
    backend.fail(REFRESH, { status: 401 }, Infinity);
    await sendProbe(first.store, 1);
    notify(second);
    expect([first, second].map(({ statuses }) => statuses.at(-1))).toEqual(["expired", "expired"]);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
  });

  test("a refresh that ends after a sign-out in another tab restores no token", async () => {
    const { backend, first, second } = await openTwo();
    const held = backend.delay(REFRESH, 1);
    const late = sendProbe(first.store, 1);
    await held.arrived;
    await signOut(second);
    held.release();
    await late;
    // No storage event has arrived.
    expect(first.statuses.at(-1)).toBe("signedOut");
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(first.tokens.accessToken).toBeNull();
  });

  test("a page from the back/forward cache notices a sign-out in another tab", async () => {
    const { first, second } = await openTwo();
    await signOut(first);
    second.events.dispatchEvent(new Event("pageshow"));
    expect(second.statuses.at(-1)).toBe("signedIn");
    const restored = Object.assign(new Event("pageshow"), { persisted: true });
    second.events.dispatchEvent(restored);
    expect(second.statuses.at(-1)).toBe("signedOut");
  });

  test("a sign-out in one tab signs the other out", async () => {
    const { first, second } = await openTwo();
    await signOut(first);
    notify(second);
    expect(second.statuses.at(-1)).toBe("signedOut");
    expect(second.tokens.accessToken).toBeNull();
    await waitFor(() => expect(second.store.getState().api.queries).toEqual({}));
  });

  test("a sign-in as another user replaces the other tab's user and cache", async () => {
    const { backend, first, second } = await openTwo();
    await sendProbe(second.store, 1);
    const bob = await backend.register({ email: "bob@example.com" });
    await signOut(first);
    await signIn(first, "bob@example.com");
    notify(second);
    const state = () => second.store.getState();
    expect(state().session).toEqual({ status: "signedIn", user: bob.user });
    await waitFor(() => expect(probe.select(1)(state()).data).toBeUndefined());
    expect(sessionApi.endpoints.getMe.select()(state()).data).toEqual(bob.user);
    expect((await sendProbe(second.store, 2)).isSuccess).toBe(true);
  });

  test("a request of the former user's screen fetches no token of the next user", async () => {
    const { backend, first, second } = await openTwo();
    await backend.register({ email: "bob@example.com" });
    await signOut(first);
    await signIn(first, "bob@example.com");
    // The storage event has not arrived yet.
    await sendProbe(second.store, 1);
    expect(second.store.getState().session).toMatchObject({ user: { email: "bob@example.com" } });
    expect(backend.callsOf(REFRESH)).toEqual([]);
  });
});

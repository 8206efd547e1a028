import { describe, expect, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import type { SessionResponse } from "#contract/shapes/session.ts";
import {
  openStaleTab,
  openTab,
  PROBES,
  RENAME,
  rename,
  sendProbe,
  signIn,
  signOut,
} from "#testing/apiTab.ts";
import { type Backend, PASSWORD } from "#testing/backend.ts";
import { openBackend } from "#testing/renderApp.tsx";
import { fakeChannels } from "#testing/stubs/fakeChannel.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";
import { sessionApi } from "./sessionApi.ts";

const REFRESH = "POST /api/auth/refresh";

describe("refresh after a 401", () => {
  test("refreshes once for ten parallel 401s, and replays each request once", async () => {
    const { backend, store, tokens, statuses } = await openStaleTab();
    const results = await Promise.all(Array.from({ length: 10 }, (_, n) => sendProbe(store, n)));
    expect(results.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
    expect(backend.callsOf(PROBES)).toHaveLength(20);
    const replayed = backend.callsOf(PROBES).filter(({ token }) => token === tokens.accessToken);
    expect(replayed).toHaveLength(10);
    expect(statuses.slice(-3)).toEqual(["signedIn", "refreshing", "signedIn"]);
  });

  test("replays a mutation once; a second 401 is its result", async () => {
    const { backend, store } = await openStaleTab();
    backend.fail(RENAME, { status: 401, body: { error: "Never" } }, 5);
    const result = await store.dispatch(rename.initiate("Ada King"));
    expect(result.error).toMatchObject({ status: 401 });
    expect(backend.callsOf(RENAME)).toHaveLength(2);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
  });

  test("replays a late 401 with the new token, without another refresh", async () => {
    const { backend, store } = await openStaleTab();
    const late = backend.delay(PROBES, 1);
    const slow = sendProbe(store, 1);
    await late.arrived;
    expect((await sendProbe(store, 2)).isSuccess).toBe(true);
    late.release();
    expect((await slow).isSuccess).toBe(true);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
    expect(backend.callsOf(PROBES)).toHaveLength(4);
  });

  test("a request during a refresh waits for it, and is sent once", async () => {
    const { backend, store } = await openStaleTab();
    const held = backend.delay(REFRESH, 1);
    const first = sendProbe(store, 1);
    await held.arrived;
    const second = sendProbe(store, 2);
    held.release();
    expect((await first).isSuccess && (await second).isSuccess).toBe(true);
    expect(backend.callsOf(PROBES)).toHaveLength(3);
  });

  test.each([400, 401, 403])("a %i ends the session", async (status) => {
    const { backend, store, tokens, statuses } = await openStaleTab();
    backend.fail(REFRESH, { status, body: { error: "No" } }, Infinity);
    const results = await Promise.all([
      sendProbe(store, 1),
      sendProbe(store, 2),
      sendProbe(store, 3),
    ]);
    expect(results.map(({ error }) => error)).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ status: 401 }) as unknown),
    );
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
    expect(backend.callsOf(PROBES)).toHaveLength(3);
    expect(statuses.at(-1)).toBe("expired");
    expect(tokens.accessToken).toBeNull();
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
    // Later requests of the expired screen neither refresh nor end the session again.
    await sendProbe(store, 4);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
  });

  test("without a refresh token the session ends without a request", async () => {
    const { backend, store, statuses } = await openStaleTab();
    localStorage.removeItem("refreshToken");
    expect((await sendProbe(store, 1)).error).toMatchObject({ status: 401 });
    expect(backend.callsOf(REFRESH)).toEqual([]);
    expect(statuses.at(-1)).toBe("expired");
  });

  test("after a fault the waiting requests fail, the session stays, and the next request succeeds", async () => {
    const { backend, store, statuses } = await openStaleTab();
    for (const [index, fault] of (
      [
        "unreachable",
        "lost",
        "cut",
        { status: 500 },
        { status: 503 },
        { status: 429 },
        { status: 403 },
        { status: 403, body: "<title>Forbidden</title>" },
        { status: 200, body: { ok: "no token" } },
      ] as const
    ).entries()) {
      backend.expireAccessTokens();
      backend.calls.length = 0;
      backend.fail(REFRESH, fault, 3);
      const first = 3 * index;
      const results = await Promise.all([sendProbe(store, first), sendProbe(store, first + 1)]);
      for (const { error } of results) expect(error).toMatchObject({ status: "FETCH_ERROR" });
      expect(backend.callsOf(REFRESH)).toHaveLength(3);
      expect(backend.callsOf(PROBES)).toHaveLength(2);
      expect(statuses.slice(-2)).toEqual(["refreshing", "signedIn"]);
      expect(localStorage.getItem("refreshToken")).toBeTruthy();
      expect((await sendProbe(store, first + 2)).isSuccess).toBe(true);
    }
  });

  test("a hanging refresh times out", async () => {
    const { backend, store, statuses } = await openStaleTab({ timeoutMs: 20 });
    const held = backend.delay(REFRESH);
    expect((await sendProbe(store, 1)).error).toMatchObject({ status: "FETCH_ERROR" });
    expect(statuses.at(-1)).toBe("signedIn");
    held.release();
  });

  test("an aborted caller does not abort the refresh", async () => {
    const { backend, store } = await openStaleTab();
    const held = backend.delay(REFRESH, 1);
    const aborted = sendProbe(store, 1);
    const other = sendProbe(store, 2);
    await held.arrived;
    aborted.abort();
    held.release();
    expect((await other).isSuccess).toBe(true);
    expect((await aborted).isSuccess).toBe(false);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
  });

  test("keeps a rotated refresh token", async () => {
    const { backend, store } = await openStaleTab();
    const { body } = await backend.call("POST", "/api/auth/refresh", {
      refreshToken: localStorage.getItem("refreshToken"),
    });
    backend.answer(REFRESH, { ...(body as object), refreshToken: "the next one" }, 1);
    expect((await sendProbe(store, 1)).isSuccess).toBe(true);
    expect(localStorage.getItem("refreshToken")).toBe("the next one");
  });
});

describe("a load with a stored session", () => {
  async function openStored(fault: Parameters<Backend["fail"]>[1], times: number) {
    const backend = await openBackend();
    backend.remember(await backend.register());
    backend.fail(REFRESH, fault, times);
    return { backend, ...openTab() };
  }

  test("ends the session and sends nothing else if the refresh is refused", async () => {
    const { backend, store, statuses } = await openStored({ status: 401 }, Infinity);
    expect((await sendProbe(store, 1)).error).toMatchObject({ status: 401 });
    expect(statuses).toEqual(["restoring", "expired"]);
    expect(backend.calls.map(({ name }) => name)).toEqual([REFRESH]);
  });

  test("sends each call once without a token, and keeps the session, if the refresh gets no response", async () => {
    // Three attempts before the call, and three after its 401.
    const { backend, store, statuses } = await openStored("unreachable", 6);
    expect((await sendProbe(store, 1)).error).toMatchObject({ status: "FETCH_ERROR" });
    expect(backend.callsOf(REFRESH)).toHaveLength(6);
    expect(backend.callsOf(PROBES)).toHaveLength(1);
    expect(statuses).not.toContain("expired");
    expect((await sendProbe(store, 2)).isSuccess).toBe(true);
  });

  test("refreshes again if the server comes back after the first refresh has failed", async () => {
    const { backend, store } = await openStored("unreachable", 3);
    expect((await store.dispatch(rename.initiate("Ada King"))).error).toBeUndefined();
    expect(backend.callsOf(RENAME)).toHaveLength(2);
  });
});

describe("sign-out during a refresh", () => {
  test("discards the late token and replays no request", async () => {
    const { backend, store, tokens, statuses } = await openStaleTab();
    const held = backend.delay(REFRESH, 1);
    const waiting = sendProbe(store, 1);
    await held.arrived;
    const signedOut = store.dispatch(sessionApi.endpoints.logout.initiate());
    held.release();
    await Promise.all([waiting, signedOut]);
    expect(statuses.at(-1)).toBe("signedOut");
    expect(tokens.accessToken).toBeNull();
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(backend.callsOf(PROBES)).toHaveLength(1);
  });

  test("a late refusal doesn't end the next session", async () => {
    const { backend, store, tokens, statuses } = await openStaleTab();
    const refreshToken = localStorage.getItem("refreshToken");
    await backend.call("POST", "/api/auth/logout", { refreshToken });
    const held = backend.delay(REFRESH, 1);
    const waiting = sendProbe(store, 1);
    await held.arrived;
    await signOut({ store });
    await signIn({ store });
    held.release();
    await waiting;
    expect(statuses.at(-1)).toBe("signedIn");
    expect(tokens.accessToken).toBeTruthy();
    expect((await sendProbe(store, 2)).isSuccess).toBe(true);
  });
});

describe("another tab", () => {
  test.each([
    ["never refreshes at the same time", false, 2],
    ["shares one refresh if the browser has channels", true, 1],
  ])("%s", async (_name, hasChannels, refreshes) => {
    const locks = fakeLocks();
    const openChannel = hasChannels ? fakeChannels() : () => null;
    const { backend, store } = await openStaleTab({ locks, channel: openChannel() });
    const second = openTab({ locks, channel: openChannel() });
    await waitFor(() => expect(second.statuses.at(-1)).toBe("signedIn"));
    backend.expireAccessTokens();
    backend.calls.length = 0;
    const held = backend.delay(REFRESH, 1);
    const requests = [sendProbe(store, 1), sendProbe(second.store, 2)];
    await held.arrived;
    await waitFor(() => expect(backend.callsOf(PROBES)).toHaveLength(2));
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
    held.release();
    const results = await Promise.all(requests);
    expect(results.every(({ isSuccess }) => isSuccess)).toBe(true);
    expect(backend.callsOf(REFRESH)).toHaveLength(refreshes);
  });

  test("that signs out is noticed by a page from the back/forward cache", async () => {
    const { statuses, events } = await openStaleTab();
    localStorage.removeItem("refreshToken");
    localStorage.removeItem("user");
    events.dispatchEvent(new Event("pageshow"));
    expect(statuses.at(-1)).toBe("signedIn");
    events.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    expect(statuses.at(-1)).toBe("signedOut");
  });

  test("that has stored a newer token lets the refused refresh be repeated with it", async () => {
    const { backend, store, statuses } = await openStaleTab();
    const credentials = { email: "ada.lovelace@example.com", password: PASSWORD };
    const { body } = await backend.call("POST", "/api/auth/login", credentials);
    const refreshToken = localStorage.getItem("refreshToken");
    await backend.call("POST", "/api/auth/logout", { refreshToken });
    const held = backend.delay(REFRESH, 1);
    const waiting = sendProbe(store, 1);
    await held.arrived;
    localStorage.setItem("refreshToken", (body as SessionResponse).refreshToken);
    held.release();
    expect((await waiting).isSuccess).toBe(true);
    expect(statuses).not.toContain("expired");
    expect(backend.callsOf(REFRESH)).toHaveLength(2);
  });
});

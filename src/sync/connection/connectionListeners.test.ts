import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import type { AppStore } from "#app/store.ts";
import { changesApi } from "#features/tasks/data/changesApi.ts";
import { teamsApi } from "#features/teams/teamsApi.ts";
import { makeTestStore } from "#testing/renderApp.tsx";
import {
  browserCameOnline,
  browserWentOffline,
  selectConnectionStatus,
} from "./connectionSlice.ts";

/** What happens to requests: they arrive, fail at once, or never get a response. */
let network: "up" | "down" | "silent";
/** The one path whose calls fail although the network is up. */
let lost: string | null;
/** The server's response time in ms. */
let slowness: number;
/** Every request, with its time. */
let sent: { path: string; at: number }[];

const realFetch = globalThis.fetch;
const { getTeams } = teamsApi.endpoints;
const { setStatus } = changesApi.endpoints;

beforeEach(() => {
  network = "up";
  lost = null;
  slowness = 0;
  sent = [];
  jest.useFakeTimers();
  globalThis.fetch = async (input, init) => {
    const { url, signal } = new Request(input, init);
    const { pathname } = new URL(url, window.location.origin);
    sent.push({ path: pathname, at: performance.now() });
    if (network === "down" || pathname === lost) throw new TypeError("Failed to fetch");
    const vanishes = network === "silent";
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      const answer = () => resolve(Response.json({ teams: [] }));
      if (!vanishes) setTimeout(answer, pathname === "/healthz" ? 0 : slowness);
    });
  };
});

afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
  act(() => toast.remove());
});

const statusOf = (store: AppStore) => selectConnectionStatus(store.getState());
const sentTo = (path: string) => sent.filter((call) => call.path === path);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe("a probe", () => {
  test("finds the server reachable after a lost call, without a banner", async () => {
    const store = makeTestStore();
    const seen: string[] = [];
    store.subscribe(() => seen.push(statusOf(store)));
    lost = "/api/kanban/1/status";
    const call = store.dispatch(setStatus.initiate({ id: "1", status: "Done" }));
    await pass(10);
    expect((await call).error).toMatchObject({ status: "FETCH_ERROR" });
    expect([...new Set(seen)]).toEqual(["online", "doubtful"]);
    expect(statusOf(store)).toBe("online");
    expect(sentTo("/healthz")).toHaveLength(1);
  });

  test("repeats at least every two seconds until it gets a response", async () => {
    const store = makeTestStore();
    network = "down";
    store.dispatch(browserWentOffline());
    await pass(60_000);
    expect(statusOf(store)).toBe("offline");
    const times = sentTo("/healthz").map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(2000);
    expect(pauses.length).toBeLessThan(60);

    network = "up";
    await pass(2000);
    expect(statusOf(store)).toBe("online");
    sent = [];
    await pass(60_000);
    expect(sent).toEqual([]);
  });

  test("runs at once when the browser is online again", async () => {
    const store = makeTestStore();
    network = "down";
    store.dispatch(browserWentOffline());
    await pass(30_000);
    network = "up";
    store.dispatch(browserCameOnline());
    await pass(1);
    expect(statusOf(store)).toBe("online");
  });

  test("overrides the browser's offline state, because the server may be local", async () => {
    const store = makeTestStore();
    window.dispatchEvent(new Event("offline"));
    expect(statusOf(store)).toBe("doubtful");
    await pass(1);
    expect(statusOf(store)).toBe("online");
  });
});

describe("an offline browser", () => {
  beforeEach(() => {
    jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test("counts as an outage when the second probe fails", async () => {
    const store = makeTestStore();
    store.dispatch(browserWentOffline());
    await pass(1);
    expect(statusOf(store)).toBe("doubtful");
    network = "down";
    await pass(1000);
    expect(statusOf(store)).toBe("offline");
  });

  test("counts as online when two probes succeed", async () => {
    const store = makeTestStore();
    store.dispatch(browserWentOffline());
    await pass(1001);
    expect(statusOf(store)).toBe("online");
    expect(sentTo("/healthz")).toHaveLength(2);
  });
});

describe("a call without a response", () => {
  test("continues if it is only slow, without a banner", async () => {
    const store = makeTestStore();
    slowness = 60_000;
    const call = store.dispatch(getTeams.initiate());
    await pass(59_000);
    expect(statusOf(store)).toBe("online");
    expect(sentTo("/healthz")).toHaveLength(1);
    await pass(1000);
    expect((await call).isSuccess).toBe(true);
    expect(sentTo("/api/teams")).toHaveLength(1);
  });

  test("reveals an outage; its query succeeds within 5 s after the end", async () => {
    const store = makeTestStore();
    network = "silent";
    const query = store.dispatch(getTeams.initiate());
    await pass(9000);
    expect(statusOf(store)).toBe("offline");
    await pass(7000);
    network = "up";
    await pass(5000);
    expect(getTeams.select()(store.getState()).isSuccess).toBe(true);
    expect((await query).isSuccess).toBe(true);
  });

  test("fails without a retry if it is a mutation", async () => {
    const store = makeTestStore();
    network = "silent";
    const mutation = store.dispatch(setStatus.initiate({ id: "1", status: "Done" }));
    await pass(9000);
    network = "up";
    await pass(5000);
    expect((await mutation).error).toMatchObject({ status: "FETCH_ERROR" });
    expect(sentTo("/api/kanban/1/status")).toHaveLength(1);
  });

  test("is not aborted if it was sent after the outage", async () => {
    const store = makeTestStore();
    network = "down";
    store.dispatch(browserWentOffline());
    await pass(3000);
    network = "up";
    slowness = 30_000;
    const call = store.dispatch(getTeams.initiate());
    await pass(31_000);
    expect((await call).isSuccess).toBe(true);
    expect(sentTo("/api/teams")).toHaveLength(1);
  });
});

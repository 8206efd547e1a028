import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import type { Backend } from "#testing/backend.ts";
import { openBackend } from "#testing/renderApp.tsx";
import { extraFrom, takeEarlyStart } from "./earlyStart.ts";
import { runFirstScript } from "./firstScript.ts";

const REFRESH = "POST /api/auth/refresh";
const ME = "GET /api/auth/me";
const BOARD = "GET /api/kanban/board";
const USERS = "GET /api/users";
const { getBoard } = boardApi.endpoints;

let backend: Backend;
let session: SessionResponse;
let store: AppStore | undefined;

beforeEach(async () => {
  backend = await openBackend();
  session = await backend.register();
  backend.remember(session);
  window.history.replaceState(null, "", "/kanban");
});

afterEach(() => {
  takeEarlyStart();
  store?.dispatch(api.util.resetApiState());
  toast.remove();
});

/** The app's code has arrived. */
function startApp(): AppStore {
  const early = takeEarlyStart();
  store = makeStore({}, makeExtra({ retryDelayMs: 1, ...extraFrom(early) }), null, early);
  return store;
}

const loadBoard = (app: AppStore) => app.dispatch(getBoard.initiate());
const allSent = () => waitFor(() => expect(backend.callsOf(USERS)).toHaveLength(1));
const isStored = () => localStorage.getItem("refreshToken") !== null;

describe("a load with a stored session", () => {
  test("one refresh, then each call once, before the app starts", async () => {
    runFirstScript();
    await allSent();
    const app = startApp();
    expect((await loadBoard(app)).isSuccess).toBe(true);
    await waitFor(() => expect(app.getState().auth.status).toBe("signedIn"));
    expect(backend.calls.map(({ name }) => name)).toEqual([REFRESH, ME, BOARD, USERS]);
  });

  test("one refresh and each call once, even if the app starts before the refresh's response", async () => {
    const held = backend.delay(REFRESH, 1);
    runFirstScript();
    await held.arrived;
    const app = startApp();
    const board = loadBoard(app);
    held.release();
    expect((await board).isSuccess).toBe(true);
    await waitFor(() => expect(app.getState().auth.status).toBe("signedIn"));
    await allSent();
    expect(backend.calls.map(({ name }) => name).sort()).toEqual(
      [ME, BOARD, USERS, REFRESH].sort(),
    );
  });

  test("the app takes over the first script's calls once", () => {
    runFirstScript();
    expect(takeEarlyStart()?.tokens.refreshToken).toBe(session.refreshToken);
    expect(takeEarlyStart()).toBeNull();
    expect(Object.keys(globalThis).filter((name) => /early/i.test(name))).toEqual([]);
  });
});

describe("an early refresh that fails", () => {
  test("expires the session if it is refused before the app starts", async () => {
    backend.fail(REFRESH, { status: 401 }, Infinity);
    runFirstScript();
    await waitFor(() => expect(isStored()).toBe(false));
    const { auth } = startApp().getState();
    expect(auth).toEqual({ status: "expired", user: session.user });
    expect(backend.calls.map(({ name }) => name)).toEqual([REFRESH]);
  });

  test("expires the session if it is refused after the app starts", async () => {
    await backend.call("POST", "/api/auth/logout", { refreshToken: session.refreshToken });
    const held = backend.delay(REFRESH, 1);
    runFirstScript();
    await held.arrived;
    const app = startApp();
    held.release();
    await waitFor(() => expect(app.getState().auth.status).toBe("expired"));
    expect((await loadBoard(app)).error).toMatchObject({ status: 401 });
    expect(backend.callsOf(ME)).toEqual([]);
  });

  test("is refused, and the app starts with the session of another tab that has signed in since", async () => {
    backend.fail(REFRESH, { status: 401 }, 1);
    runFirstScript();
    await waitFor(() => expect(isStored()).toBe(false));
    const bob = await backend.register({ email: "bob.kahn@example.com" });
    localStorage.removeItem("sessionEnd");
    backend.remember(bob);
    const app = startApp();
    await waitFor(() => expect(app.getState().auth.status).toBe("signedIn"));
    expect(app.getState().auth).toMatchObject({ user: { id: bob.user.id } });
  });

  test.each(["lost", { status: 503 }] as const)(
    "is repeated after a fault (%j), and each call is sent once",
    async (fault) => {
      backend.fail(REFRESH, fault, 1);
      runFirstScript();
      const app = startApp();
      expect((await loadBoard(app)).isSuccess).toBe(true);
      await allSent();
      expect(backend.callsOf(REFRESH)).toHaveLength(2);
      expect(backend.callsOf(BOARD)).toHaveLength(1);
      expect(backend.callsOf(ME)).toHaveLength(1);
    },
  );
});

describe("an early call", () => {
  test("is sent again after a 401 and one refresh", async () => {
    backend.fail(BOARD, { status: 401 }, 1);
    runFirstScript();
    await allSent();
    expect((await loadBoard(startApp())).isSuccess).toBe(true);
    expect(backend.callsOf(BOARD)).toHaveLength(2);
    expect(backend.callsOf(REFRESH)).toHaveLength(2);
  });

  test("is retried by the app after a cut response", async () => {
    backend.fail(BOARD, "cut", 1);
    runFirstScript();
    await allSent();
    expect((await loadBoard(startApp())).isSuccess).toBe(true);
    expect(backend.callsOf(BOARD)).toHaveLength(2);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
  });
});

describe("a session that another tab changes in between", () => {
  test("sends no call after a sign-out during the early refresh", async () => {
    const held = backend.delay(REFRESH, 1);
    runFirstScript();
    await held.arrived;
    for (const key of ["refreshToken", "user"]) localStorage.removeItem(key);
    localStorage.setItem("sessionEnd", "signedOut");
    held.release();
    const app = startApp();
    await waitFor(() => expect(app.getState().auth.status).toBe("signedOut"));
    expect(backend.calls.map(({ name }) => name)).toEqual([REFRESH]);
    expect(isStored()).toBe(false);
  });

  test("uses no early response after another user's sign-in", async () => {
    runFirstScript();
    await allSent();
    const bob = await backend.register({ email: "bob.kahn@example.com" });
    backend.remember(bob);
    window.dispatchEvent(new StorageEvent("storage", { key: "user" }));
    const app = startApp();
    expect((await loadBoard(app)).isSuccess).toBe(true);
    await waitFor(() => expect(app.getState().auth).toMatchObject({ user: bob.user }));
    const [early, own] = backend.callsOf(BOARD).map(({ token }) => token);
    expect(own).toBeTruthy();
    expect(own).not.toBe(early);
  });
});

test("without a stored session no call is sent", () => {
  localStorage.clear();
  runFirstScript();
  expect(startApp().getState().auth.status).toBe("signedOut");
  expect(backend.calls).toEqual([]);
});

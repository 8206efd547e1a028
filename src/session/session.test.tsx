import { describe, expect, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { preload } from "#app/preload.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { expiryElapsed } from "./authSlice.ts";

const ME = "GET /api/auth/me";
const REFRESH = "POST /api/auth/refresh";
const LOGOUT = "POST /api/auth/logout";
const EXPIRED = "Session expired. Please login again.";

const path = () => window.location.pathname;
const onLogin = () => screen.findByRole("heading", { name: "Welcome Back" });
const onProfile = () => screen.findByRole("heading", { name: "My Profile" });

describe("auth on load (§4)", () => {
  test("with a refresh token the session is restored with the current user", async () => {
    const backend = await openBackend();
    const session = await backend.register();
    backend.answer(ME, { user: { ...session.user, name: "Ada King" } });
    const { store } = await renderApp({ path: "/profile", as: session, backend });
    expect(await onProfile()).toBeVisible();
    await waitFor(() => expect(store.getState().auth.status).toBe("signedIn"));
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
    expect(backend.callsOf(ME)).toHaveLength(1);
    // The refresh comes first, so no call gets a 401.
    const others = backend.calls.filter(({ name }) => name !== REFRESH);
    expect(others.filter(({ token }) => token === null)).toEqual([]);
    expect(path()).toBe("/profile");
    expect(await screen.findByRole("link", { name: /Ada King/ })).toBeVisible();
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ name: "Ada King" });
  });

  test("a refresh token without a user record is no session", async () => {
    const backend = await openBackend();
    const session = await backend.register();
    localStorage.setItem("refreshToken", session.refreshToken);
    await renderApp({ path: "/profile", backend });
    expect(await onLogin()).toBeVisible();
    await waitFor(() => expect(backend.callsOf(ME)).toHaveLength(1));
    expect(path()).toBe("/login");
  });

  test("a failed user request keeps the session and the stored user's menu, without admin rights", async () => {
    const backend = await openBackend();
    backend.fail(ME, { status: 500 }, Infinity);
    const { store } = await renderApp({ path: "/users", as: "admin", backend });
    await waitFor(() => expect(path()).toBe("/"));
    expect(store.getState().auth.status).toBe("signedIn");
    expect(localStorage.getItem("refreshToken")).toBeTruthy();
    const menu = within(screen.getByRole("navigation", { name: "Main" }));
    expect(menu.getByRole("heading", { name: "Admin" })).toBeVisible();
    expect(menu.getByRole("link", { name: "Users" })).toBeVisible();
  });
});

describe("the end of a session (§8)", () => {
  test("an expiry shows one toast, and then the sign-in screen", async () => {
    const backend = await openBackend();
    const session = await backend.register();
    await backend.call("POST", "/api/auth/logout", { refreshToken: session.refreshToken });
    const held = backend.delay(REFRESH, 1);
    const { store } = await renderApp({ path: "/kanban", as: session, backend });
    held.release();
    expect(await screen.findByText(EXPIRED)).toBeVisible();
    expect(path()).toBe("/kanban");
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
    // The redirect's second needn't pass; src/app/redirects.test.ts shows it.
    act(() => void store.dispatch(expiryElapsed()));
    await waitFor(() => expect(path()).toBe("/login"));
    expect(screen.getAllByText(EXPIRED)).toHaveLength(1);
    expect(backend.callsOf(REFRESH)).toHaveLength(1);
  });

  test("a logout revokes the token and replaces the history entry", async () => {
    const { user, backend, store } = await renderApp({ path: "/profile", as: "member" });
    await onProfile();
    const refreshToken = localStorage.getItem("refreshToken");
    const entries = window.history.length;
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged out successfully")).toBeVisible();
    expect(await onLogin()).toBeVisible();
    expect(path()).toBe("/login");
    expect(window.history.length).toBe(entries);
    expect(backend.callsOf(LOGOUT).map(({ body }) => body)).toEqual([{ refreshToken }]);
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
    await waitFor(() => {
      const { "getSignInOptions(undefined)": _ways, ...former } = store.getState().api.queries;
      expect(former).toEqual({});
    });
    // The request arrived although the cache was reset in between.
    await waitFor(async () => {
      const { status } = await backend.call("POST", "/api/auth/refresh", { refreshToken });
      expect(status).toBe(401);
    });
    expect(screen.queryByText(EXPIRED)).toBeNull();
  });

  test("a logout that the server refuses signs out nevertheless, without a refresh", async () => {
    const { user, backend } = await renderApp({ path: "/profile", as: "member" });
    await onProfile();
    backend.fail(LOGOUT, { status: 401 });
    const refreshes = backend.callsOf(REFRESH).length;
    await user.click(screen.getByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged out successfully")).toBeVisible();
    expect(await onLogin()).toBeVisible();
    expect(screen.queryAllByRole("alert")).toEqual([]);
    expect(backend.callsOf(REFRESH)).toHaveLength(refreshes);
  });

  test("a sign-in in another tab leaves the sign-in screen", async () => {
    const { backend } = await renderApp({ path: "/login" });
    await onLogin();
    backend.remember(await backend.register());
    fireEvent(window, new StorageEvent("storage", { key: "user" }));
    await waitFor(() => expect(path()).toBe("/"));
  });
});

describe("the guards (§2)", () => {
  test("a user record without a refresh token is no session: every screen and every unknown path redirects to sign-in", async () => {
    const backend = await openBackend();
    const { user } = await backend.register();
    localStorage.setItem("user", JSON.stringify(user));
    await renderApp({ path: "/", backend });
    expect(await onLogin()).toBeVisible();
    expect(screen.getByText("Manage your team's tasks in one place")).toBeVisible();
    const screens = ["/dashboard", "/kanban", "/tasks", "/tasks/1", "/profile", "/teams", "/users"];
    for (const guarded of [...screens, "/nonsense"]) {
      window.history.pushState(null, "", guarded);
      act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
      await waitFor(() => expect(path()).toBe("/login"));
    }
    expect(await onLogin()).toBeVisible();
    // Only the sign-in screen asks for the ways to sign in.
    const calls = new Set(backend.calls.map(({ name }) => name));
    expect([...calls]).toEqual(["GET /api/auth/options"]);
  });

  test("admin screens redirect members home, also if the stored record says admin", async () => {
    const backend = await openBackend();
    const session = await backend.register();
    const forged = { ...session, user: { ...session.user, role: "admin" as const } };
    await renderApp({ path: "/users", as: forged, backend });
    await waitFor(() => expect(path()).toBe("/"));
    window.history.pushState(null, "", "/teams");
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    await waitFor(() => expect(path()).toBe("/"));
    expect(backend.callsOf("GET /api/teams")).toEqual([]);
  });

  test("an admin screen shows the menu and a spinner until the user is fetched", async () => {
    const backend = await openBackend();
    const me = backend.delay(ME);
    await renderApp({ path: "/users", as: "admin", backend });
    expect(await screen.findByText("Loading…")).toBeVisible();
    expect(path()).toBe("/users");
    expect(screen.getByRole("link", { name: "Teams" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "User Management" })).toBeNull();
    me.release();
    expect(await screen.findByRole("heading", { name: "User Management" })).toBeVisible();
    expect(path()).toBe("/users");
  });

  test("an admin whose user request failed is redirected home, and gets in when it succeeds", async () => {
    // Otherwise the guard would first render after the user request of the load has failed.
    await preload("/teams");
    const backend = await openBackend();
    const session = await backend.register({ role: "admin" });
    backend.fail(ME, { status: 500 }, 2);
    const { user } = await renderApp({ path: "/teams", as: session, backend });
    await screen.findByRole("heading", { name: "Dashboard" });
    const before = backend.callsOf(ME).length;
    // Each visit sends the request once.
    await user.click(screen.getByRole("link", { name: "Teams" }));
    await waitFor(() => expect(backend.callsOf(ME).length).toBe(before + 1));
    await waitFor(() => expect(path()).toBe("/"));
    expect(backend.callsOf(ME).length).toBe(before + 1);
    await user.click(screen.getByRole("link", { name: "Teams" }));
    expect(await screen.findByRole("heading", { name: "Team Management" })).toBeVisible();
    expect(path()).toBe("/teams");
  });
});

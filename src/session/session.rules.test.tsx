import { describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";

const ME = "GET /api/auth/me";
const REFRESH = "POST /api/auth/refresh";

const path = () => window.location.pathname;
const onLogin = () => screen.findByRole("heading", { name: "Welcome Back" });
const menu = () => within(screen.getByRole("navigation", { name: "Main" }));

/*
 * Tests the specification's rules for session storage and roles. The flows are tested in
 * session.test.tsx.
 */

test("the sign-in screen has its subtitle", async () => {
  await renderApp({ path: "/login" });
  await onLogin();
  expect(screen.getByText("Manage your team's tasks in one place")).toBeVisible();
});

test("a user record without a refresh token is no session, and no user is fetched", async () => {
  const backend = await openBackend();
  const { user } = await backend.register();
  localStorage.setItem("user", JSON.stringify(user));
  await renderApp({ path: "/profile", backend });
  expect(await onLogin()).toBeVisible();
  expect(path()).toBe("/login");
  // Only the sign-in screen asks for the ways to sign in.
  expect(backend.calls.filter(({ name }) => name !== "GET /api/auth/options")).toEqual([]);
});

test("a sign-in keeps refresh token and user in local storage, the access token in memory only", async () => {
  const { user, backend } = await renderApp({ path: "/login" });
  await backend.register();
  await user.type(await screen.findByLabelText("Email Address"), "ada.lovelace@example.com");
  await user.type(screen.getByLabelText("Password"), PASSWORD);
  await user.click(screen.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(path()).toBe("/"));
  await waitFor(() => expect(backend.callsOf("GET /api/dashboard/stats")).toHaveLength(1));
  // The sign-in brought an access token, so no refresh was needed.
  const [call] = backend.callsOf("GET /api/dashboard/stats");
  expect(call?.token).toBeTruthy();
  expect(backend.callsOf(REFRESH)).toEqual([]);
  expect(Object.keys(localStorage).sort()).toEqual(["refreshToken", "user"]);
  const stored = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage));
  expect(stored.join("\n")).not.toContain(call?.token);
});

describe("admin access", () => {
  test("the side menu depends on the stored user, the screens on the fetched one", async () => {
    const backend = await openBackend();
    backend.fail(ME, { status: 500 }, Infinity);
    await renderApp({ path: "/users", as: "admin", backend });
    await waitFor(() => expect(path()).toBe("/"));
    expect(menu().getByRole("heading", { name: "Admin" })).toBeVisible();
    expect(menu().getByRole("link", { name: "Users" })).toBeVisible();
  });

  test("the menu shows while the user is being fetched", async () => {
    const backend = await openBackend();
    const me = backend.delay(ME);
    await renderApp({ path: "/teams", as: "admin", backend });
    expect(await screen.findByText("Loading…")).toBeVisible();
    expect(menu().getByRole("link", { name: "Teams" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Team Management" })).toBeNull();
    me.release();
    expect(await screen.findByRole("heading", { name: "Team Management" })).toBeVisible();
  });
});

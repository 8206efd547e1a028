import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import { PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

const REFRESH = "POST /api/auth/refresh";

const path = () => window.location.pathname;
const onLogin = () => screen.findByRole("heading", { name: "Welcome Back" });

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
  const email = await screen.findByLabelText("Email Address");
  await enterText(user, email, "ada.lovelace@example.com");
  await enterText(user, screen.getByLabelText("Password"), PASSWORD);
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

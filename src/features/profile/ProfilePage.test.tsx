import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { formatInstant } from "#lib/dates/day.ts";
import type { Fault } from "#testing/backend.ts";
import { openBackend } from "#testing/renderApp.tsx";
import {
  account,
  button,
  emailField,
  LOAD_PROFILE,
  nameField,
  openProfile,
  toasts,
} from "#testing/screens/profilePage.ts";

describe("the profile page", () => {
  it("shows a spinner, and then avatar, name, email, role, status and the date of joining", async () => {
    const backend = await openBackend();
    const held = backend.delay(LOAD_PROFILE);
    await openProfile({ backend, as: "admin" });
    expect(await screen.findByText("Loading profile")).toBeInTheDocument();
    held.release();
    expect(await screen.findByText("Member Since")).toBeVisible();
    expect(screen.queryByText("Loading profile")).not.toBeInTheDocument();
    expect(account().getByText("AL")).toBeInTheDocument();
    expect(account().getByText("Ada Lovelace")).toBeVisible();
    expect(account().getByText("ada.lovelace@example.com")).toBeVisible();
    const facts = account()
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ["Role", "Admin"],
      ["Account Status", "Active"],
      ["Member Since", formatInstant(backend.clock.time.toISOString())],
    ]);
    expect(document.title).toBe("Profile · Taskdeck");
  });
});

describe("a profile that fails to load", () => {
  /** Also expects that no earlier response is shown instead. */
  async function expectError(text: string) {
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent(text));
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    await waitFor(() => expect(button("Retry")).not.toHaveAttribute("aria-busy"));
  }

  const ROWS: readonly [text: string, fault: Fault][] = [
    ["Profile not found", { status: 200, body: { profile: null } }],
    ["The cellar is flooded", { status: 500, body: { error: "The cellar is flooded" } }],
    // The response has no id.
    [
      "Failed to load profile",
      { status: 200, body: { profile: { name: "No", email: "n@x.org" } } },
    ],
    ["Profile not found", { status: 200, body: null }],
    ["Failed to load profile", { status: 404, body: {} }],
    ["Cannot connect to server. Please check if backend is running.", "unreachable"],
  ];

  it("shows why, also if it was loaded before, and loads on Retry; Back to Login ends the session and opens the sign-in screen", async () => {
    // RTK Query logs a response that it can't parse.
    jest.spyOn(console, "error").mockImplementation(() => undefined);
    const backend = await openBackend();
    backend.fail(LOAD_PROFILE, { status: 403, body: { error: "Not for you" } });
    const { user } = await openProfile({ backend });
    await expectError("Access denied");
    for (const [text, fault] of ROWS) {
      backend.fail(LOAD_PROFILE, fault, fault === "unreachable" ? 3 : 1);
      await user.click(button("Retry"));
      await expectError(text);
    }
    jest.restoreAllMocks();
    const profile = { id: 7, name: "Grace Hopper", email: "g@x.org", role: "member", is_active: 0 };
    backend.answer(LOAD_PROFILE, { profile }, 1);
    await user.click(button("Retry"));
    expect(await screen.findByText("Inactive")).toBeVisible();
    expect(account().getByText("Grace Hopper")).toBeVisible();
    expect(nameField()).toHaveValue("Grace Hopper");
    expect(emailField()).toHaveValue("g@x.org");

    await user.click(screen.getByRole("link", { name: "Progress" }));
    await screen.findByRole("heading", { name: "Kanban Board" });
    backend.fail(LOAD_PROFILE, { status: 403 }, Infinity);
    await user.click(screen.getByRole("link", { name: "Profile" }));
    await expectError("Access denied");
    await user.click(button("Back to Login"));
    expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeVisible();
    expect(window.location.pathname).toBe("/login");
    expect(localStorage.getItem("refreshToken")).toBeNull();
  });

  describe("with a 401", () => {
    beforeEach(() => {
      const doNotFake = ["nextTick", "queueMicrotask", "setImmediate", "performance"] as const;
      jest.useFakeTimers({ advanceTimers: true, doNotFake: [...doNotFake] });
    });
    afterEach(() => void jest.useRealTimers());

    const twoSeconds = () => act(() => jest.advanceTimersByTimeAsync(2_000));

    it("shows 'Session expired. Please login again.', and two seconds later the sign-in screen, but not after a successful retry", async () => {
      const backend = await openBackend();
      // Once, and once more after the token was renewed.
      backend.fail(LOAD_PROFILE, { status: 401 }, 2);
      await openProfile({ backend });
      await expectError("Session expired. Please login again.");
      fireEvent.click(button("Retry"));
      expect(await screen.findByText("Member Since")).toBeVisible();
      await twoSeconds();
      expect(window.location.pathname).toBe("/profile");

      fireEvent.click(screen.getByRole("link", { name: "Progress" }));
      await screen.findByRole("heading", { name: "Kanban Board" });
      backend.fail(LOAD_PROFILE, { status: 401, body: { error: "No" } }, Infinity);
      fireEvent.click(screen.getByRole("link", { name: "Profile" }));
      const text = "Session expired. Please login again.";
      await expectError(text);
      await twoSeconds();
      expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeVisible();
      expect(await toasts().findByText(text)).toBeInTheDocument();
    });
  });
});

import { describe, expect, it, jest } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { formatInstant } from "#lib/day.ts";
import { type Backend, PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { profileApi } from "./profileApi.ts";

const LOAD = "GET /api/profile";
const SAVE = "PUT /api/profile";
const CHANGE = "PUT /api/profile/password";
const NEW_PASSWORD = "a fresh new password";

interface Opening {
  backend?: Backend;
  as?: "member" | "admin";
}

async function openProfile({ backend, as = "member" }: Opening = {}) {
  const app = await renderApp({ path: "/profile", as, ...(backend && { backend }) });
  await screen.findByRole("heading", { level: 1, name: "My Profile" });
  return app;
}

/** Opens the page, and waits for the forms. */
async function openForms(options: Opening = {}) {
  const app = await openProfile(options);
  await screen.findByRole("heading", { name: "Update Profile Information" });
  return app;
}

const nameField = () => screen.getByRole("textbox", { name: "Full Name" });
const emailField = () => screen.getByRole("textbox", { name: "Email Address" });
const current = () => screen.getByLabelText("Current Password");
const fresh = () => screen.getByLabelText("New Password");
const confirmation = () => screen.getByLabelText("Confirm New Password");
const button = (name: string) => screen.getByRole("button", { name });
const account = () => within(screen.getByRole("region", { name: "Account" }));
const toasts = () => within(screen.getByRole("region", { name: "Notifications" }));
const storedUser = () =>
  JSON.parse(localStorage.getItem("user") ?? "null") as Record<string, unknown> | null;

type Person = Awaited<ReturnType<typeof renderApp>>["user"];

async function fill(user: Person, field: HTMLElement, text: string) {
  await user.clear(field);
  if (text) await user.type(field, text);
}

async function openPasswordForm(user: Person) {
  await user.click(button("Change Password"));
}

async function fillPasswords(user: Person, now = PASSWORD, next = NEW_PASSWORD, again = next) {
  await fill(user, current(), now);
  await fill(user, fresh(), next);
  await fill(user, confirmation(), again);
}

describe("the profile page", () => {
  it("shows avatar, name, email, role, status and the date of joining", async () => {
    const { backend } = await openForms({ as: "admin" });
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

  it("shows a spinner until the profile is loaded", async () => {
    const backend = await openBackend();
    const held = backend.delay(LOAD);
    await openProfile({ backend });
    expect(await screen.findByText("Loading profile")).toBeInTheDocument();
    held.release();
    expect(await screen.findByText("Member Since")).toBeVisible();
    expect(screen.queryByText("Loading profile")).not.toBeInTheDocument();
  });

  it.each([
    ["{ profile }", (user: object) => ({ profile: user })],
    ["{ user }", (user: object) => ({ user })],
    ["the bare object", (user: object) => user],
  ])("accepts a response of the form %s, with a numeric id", async (_form, wrap) => {
    const backend = await openBackend();
    backend.answer(
      LOAD,
      wrap({ id: 7, name: "Grace Hopper", email: "g@x.org", role: "member", is_active: 0 }),
    );
    await openForms({ backend });
    expect(account().getByText("Grace Hopper")).toBeVisible();
    expect(account().getByText("Inactive")).toBeVisible();
    expect(nameField()).toHaveValue("Grace Hopper");
    expect(emailField()).toHaveValue("g@x.org");
  });
});

describe("a profile that fails to load", () => {
  /** Also expects that no earlier response is shown instead. */
  async function expectError(text: string) {
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    expect(button("Retry")).toBeVisible();
    expect(button("Back to Login")).toBeVisible();
  }

  it.each([
    ["Access denied", { status: 403, body: { error: "Not for you" } }],
    ["The cellar is flooded", { status: 500, body: { error: "The cellar is flooded" } }],
    ["A message", { status: 500, body: { message: "A message" } }],
    ["Failed to load profile", { status: 500 }],
    ["Failed to load profile", { status: 404, body: {} }],
    ["Cannot connect to server. Please check if backend is running.", "unreachable"],
  ] as const)("shows '%s'", async (text, fault) => {
    const backend = await openBackend();
    backend.fail(LOAD, fault, Infinity);
    await openProfile({ backend });
    await expectError(text);
  });

  it("shows an error when the response has no id", async () => {
    // RTK Query logs a response that it can't parse.
    jest.spyOn(console, "error").mockImplementation(() => undefined);
    const backend = await openBackend();
    backend.answer(LOAD, { profile: { name: "Nobody", email: "n@x.org" } });
    await openProfile({ backend });
    await expectError("Failed to load profile");
    jest.restoreAllMocks();
  });

  it.each([{ profile: null }, { user: null }, null])(
    "shows 'Profile not found' with Retry when the response is %j",
    async (answer) => {
      const backend = await openBackend();
      backend.answer(LOAD, answer, 1);
      const { user } = await openProfile({ backend });
      expect(await screen.findByText("Profile not found")).toBeVisible();
      expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
      await user.click(button("Retry"));
      expect(await screen.findByText("Member Since")).toBeVisible();
    },
  );

  it("Retry loads the profile again", async () => {
    const backend = await openBackend();
    backend.fail(LOAD, { status: 500 }, 1);
    const { user } = await openProfile({ backend });
    await expectError("Failed to load profile");
    await user.click(button("Retry"));
    expect(await screen.findByText("Member Since")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("Back to Login ends the session and opens the sign-in screen", async () => {
    const backend = await openBackend();
    backend.fail(LOAD, { status: 500 }, Infinity);
    const { user } = await openProfile({ backend });
    await expectError("Failed to load profile");
    await user.click(button("Back to Login"));
    expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeVisible();
    expect(window.location.pathname).toBe("/login");
    expect(localStorage.getItem("refreshToken")).toBeNull();
  });

  it("shows the error also if the profile was loaded before", async () => {
    const { user, backend } = await openForms();
    await user.click(screen.getByRole("link", { name: "Progress" }));
    await screen.findByRole("heading", { name: "Kanban Board" });
    backend.fail(LOAD, { status: 403 }, Infinity);
    await user.click(screen.getByRole("link", { name: "Profile" }));
    await expectError("Access denied");
  });

  it("a 401 shows 'Session expired. Please login again.', and two seconds later the sign-in screen", async () => {
    const backend = await openBackend();
    backend.fail(LOAD, { status: 401, body: { error: "No" } }, Infinity);
    await openProfile({ backend });
    await expectError("Session expired. Please login again.");
    const shown = performance.now();
    expect(window.location.pathname).toBe("/profile");
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
    // Some of the two seconds may have passed before the alert was found.
    expect(performance.now() - shown).toBeGreaterThan(1200);
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
    expect(await toasts().findByText("Session expired. Please login again.")).toBeInTheDocument();
  });

  it("a successful retry after a 401 cancels the redirect to the sign-in screen", async () => {
    const backend = await openBackend();
    // Once, and once more after the token was renewed.
    backend.fail(LOAD, { status: 401 }, 2);
    const { user } = await openProfile({ backend });
    await expectError("Session expired. Please login again.");
    await user.click(button("Retry"));
    expect(await screen.findByText("Member Since")).toBeVisible();
    await expect(
      waitFor(() => expect(window.location.pathname).toBe("/login"), { timeout: 2600 }),
    ).rejects.toThrow();
  });
});

describe("Update Profile Information", () => {
  it.each([
    ["", "ada@x.org", "Name is required", "Full Name"],
    ["   ", "ada@x.org", "Name is required", "Full Name"],
    ["Ada", "", "Email is required", "Email Address"],
    ["Ada", "nope", "Please enter a valid email", "Email Address"],
    ["Ada", "a@b", "Please enter a valid email", "Email Address"],
  ])(
    "name %p, email %p: shows '%s' and focuses the invalid field",
    async (name, email, message, field) => {
      const { user, backend } = await openForms();
      await fill(user, nameField(), name);
      await fill(user, emailField(), email);
      await user.click(button("Update Profile"));
      expect(await screen.findByText(message)).toBeVisible();
      const refused = screen.getByRole("textbox", { name: field });
      expect(refused).toHaveAccessibleDescription(message);
      await waitFor(() => expect(refused).toHaveFocus());
      expect(nameField()).toHaveValue(name);
      expect(backend.callsOf(SAVE)).toHaveLength(0);
    },
  );

  it("leaving a field shows no error", async () => {
    const { user } = await openForms();
    await user.clear(nameField());
    await user.tab();
    expect(screen.queryByText("Name is required")).not.toBeInTheDocument();
  });

  it("saves the new name, and shows it everywhere immediately", async () => {
    const { user, backend } = await openForms();
    const held = backend.delay(LOAD);
    await fill(user, nameField(), "  Augusta King ");
    await fill(user, emailField(), "augusta@x.org");
    await user.type(current(), PASSWORD);
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Profile updated successfully! ✅")).toBeVisible();
    expect(backend.callsOf(SAVE).map(({ body }) => body)).toEqual([
      { name: "Augusta King", email: "augusta@x.org", currentPassword: PASSWORD },
    ]);
    const bar = within(screen.getAllByRole("banner")[0] ?? document.body);
    expect(bar.getByText("Augusta King")).toBeInTheDocument();
    expect(bar.getByText("AK")).toBeInTheDocument();
    expect(storedUser()).toMatchObject({ name: "Augusta King", email: "augusta@x.org" });
    held.release();
    expect(await account().findByText("Augusta King")).toBeVisible();
    expect(nameField()).toHaveValue("Augusta King");
  });

  it("asks for the current password only if the email address is changed", async () => {
    const { user, backend } = await openForms();
    await fill(user, nameField(), "Augusta King");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await fill(user, emailField(), "augusta@x.org");
    await user.click(button("Update Profile"));
    expect(await screen.findByText("Current password is required")).toBeVisible();
    await waitFor(() => expect(current()).toHaveFocus());
    expect(backend.callsOf(SAVE)).toHaveLength(0);
    await fill(user, emailField(), "ada.lovelace@example.com");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await user.click(button("Update Profile"));
    expect(await screen.findByText("Profile updated successfully! ✅")).toBeVisible();
  });

  it("a wrong password shows an error at its field, keeps the other fields, and stores no password", async () => {
    const { user } = await openForms();
    await fill(user, emailField(), "augusta@x.org");
    await user.type(current(), "not the one");
    await user.click(button("Update Profile"));
    const message = "Current password is incorrect";
    expect(await toasts().findByText(`currentPassword: ${message}`)).toBeVisible();
    expect(current()).toHaveAccessibleDescription(new RegExp(message));
    expect(emailField()).toHaveValue("augusta@x.org");
    expect(account().getByText("ada.lovelace@example.com")).toBeVisible();
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain("augusta@x.org");
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("not the one");
    await fill(user, current(), PASSWORD);
    await user.click(button("Update Profile"));
    expect(await account().findByText("augusta@x.org")).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument(),
    );
  });

  it("asks for no password if the server requires none", async () => {
    const backend = await openBackend();
    backend.answer(LOAD, { profile: { id: "7", name: "Ada", email: "ada@x.org", role: "member" } });
    const { user } = await openForms({ backend });
    await fill(user, emailField(), "augusta@x.org");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await user.click(button("Update Profile"));
    await screen.findByText("Profile updated successfully! ✅");
    expect(backend.callsOf(SAVE).map(({ body }) => body)).toEqual([
      { name: "Ada", email: "augusta@x.org" },
    ]);
    // The new address is pending, so the stored user keeps the old one.
    expect(storedUser()).toMatchObject({ email: "ada.lovelace@example.com" });
  });

  it("shows which new email address the next sign-in confirms", async () => {
    const backend = await openBackend();
    const session = await backend.register();
    const [row] = await backend.db.selectFrom("users").selectAll().execute();
    const plain = row && (await backend.signIn(row));
    await plain?.call("PUT", "/api/profile", { name: "Ada", email: "augusta@x.org" });
    await renderApp({ path: "/profile", as: session, backend });
    const note = "augusta@x.org replaces it once you sign in with that.";
    expect(await screen.findByText(note)).toBeVisible();
    expect(emailField()).toHaveValue("ada.lovelace@example.com");
  });

  it("the button is disabled and shows progress while the request is in flight", async () => {
    const { user, backend } = await openForms();
    const held = backend.delay(SAVE);
    await fill(user, nameField(), "Augusta King");
    await user.click(button("Update Profile"));
    await held.arrived;
    expect(await screen.findByRole("button", { name: "Updating..." })).toBeDisabled();
    await user.type(nameField(), "{Enter}");
    held.release();
    expect(await screen.findByText("Profile updated successfully! ✅")).toBeVisible();
    expect(backend.callsOf(SAVE)).toHaveLength(1);
  });

  it("Cancel restores the saved values and shows 'Changes discarded'", async () => {
    const { user, backend } = await openForms();
    await fill(user, nameField(), "Somebody");
    await fill(user, emailField(), "nope");
    await user.click(button("Update Profile"));
    await screen.findByText("Please enter a valid email");
    await user.click(button("Cancel"));
    expect(await screen.findByText("Changes discarded")).toBeVisible();
    expect(nameField()).toHaveValue("Ada Lovelace");
    expect(emailField()).toHaveValue("ada.lovelace@example.com");
    expect(screen.queryByText("Please enter a valid email")).not.toBeInTheDocument();
    expect(backend.callsOf(SAVE)).toHaveLength(0);
  });

  it("a taken email address shows an error at its field, and the input stays", async () => {
    const backend = await openBackend();
    await backend.register({ email: "taken@x.org" });
    const { user } = await openForms({ backend });
    await fill(user, nameField(), "Augusta King");
    await fill(user, emailField(), "Taken@x.org");
    await user.type(current(), PASSWORD);
    await user.click(button("Update Profile"));
    expect(await toasts().findByText("Email is already registered")).toBeVisible();
    await waitFor(() => expect(emailField()).toHaveFocus());
    expect(emailField()).toHaveAccessibleDescription("Email is already registered");
    expect(emailField()).toHaveValue("Taken@x.org");
    expect(nameField()).toHaveValue("Augusta King");
    expect(storedUser()).toMatchObject({ name: "Ada Lovelace" });
  });

  it.each([
    [
      ["email: is odd", "name: is too"],
      {
        errors: [
          { param: "email", msg: "is odd" },
          { param: "name", msg: "is too" },
        ],
      },
    ],
    [["The cellar is flooded"], { error: "The cellar is flooded", message: "Never shown" }],
    [["A message"], { message: "A message" }],
    [["Failed to update profile"], {}],
  ])("a failed save shows %j", async (texts, body) => {
    const { user, backend } = await openForms();
    backend.fail(SAVE, { status: 400, body });
    await fill(user, nameField(), "Augusta King");
    await user.click(button("Update Profile"));
    for (const text of texts) expect(await toasts().findByText(text)).toBeVisible();
    expect(nameField()).toHaveValue("Augusta King");
    expect(toasts().getAllByRole("alert")).toHaveLength(texts.length);
  });

  it("a save without a connection shows 'Failed to update profile'", async () => {
    const { user, backend } = await openForms();
    backend.fail(SAVE, "unreachable");
    await fill(user, nameField(), "Augusta King");
    await user.click(button("Update Profile"));
    expect(await toasts().findByText("Failed to update profile")).toBeVisible();
    expect(nameField()).toHaveValue("Augusta King");
    await waitFor(() => expect(button("Update Profile")).toBeEnabled());
  });

  it("a background refetch does not overwrite the user's input", async () => {
    const { user, store, backend } = await openForms();
    await fill(user, nameField(), "Augusta");
    backend.answer(LOAD, {
      profile: {
        id: storedUser()?.["id"],
        name: "Changed Elsewhere",
        email: "e@x.org",
        role: "member",
      },
    });
    await store.dispatch(
      profileApi.endpoints.getProfile.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    expect(await account().findByText("Changed Elsewhere")).toBeVisible();
    expect(nameField()).toHaveValue("Augusta");
  });
});

describe("Change Password", () => {
  it("is collapsed until the user opens it", async () => {
    const { user } = await openForms();
    expect(button("Change Password")).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    await openPasswordForm(user);
    expect(button("Change Password")).toHaveAttribute("aria-expanded", "true");
    expect(current()).toHaveAttribute("type", "password");
    await openPasswordForm(user);
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
  });

  it.each([
    ["", NEW_PASSWORD, NEW_PASSWORD, "Current password is required", "Current Password"],
    [PASSWORD, "", "", "New password must be at least 8 characters", "New Password"],
    [PASSWORD, "short67", "short67", "New password must be at least 8 characters", "New Password"],
    [PASSWORD, NEW_PASSWORD, "another one", "Passwords do not match", "Confirm New Password"],
    [
      PASSWORD,
      PASSWORD,
      PASSWORD,
      "New password must be different from current password",
      "New Password",
    ],
  ])(
    "%p, %p, %p: shows '%s' and focuses the invalid field",
    async (now, next, again, message, field) => {
      const { user, backend } = await openForms();
      await openPasswordForm(user);
      await fillPasswords(user, now, next, again);
      await user.click(button("Update Password"));
      expect(await screen.findByText(message)).toBeVisible();
      await waitFor(() => expect(screen.getByLabelText(field)).toHaveFocus());
      expect(screen.getByLabelText(field)).toHaveAccessibleDescription(new RegExp(message));
      expect(backend.callsOf(CHANGE)).toHaveLength(0);
    },
  );

  it("changes the password, closes the form, and the new password signs in", async () => {
    const { user, backend } = await openForms();
    await openPasswordForm(user);
    await fillPasswords(user);
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Password updated successfully! ✅")).toBeVisible();
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    expect(button("Change Password")).toHaveFocus();
    expect(backend.callsOf(CHANGE).map(({ body }) => body)).toEqual([
      { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    ]);
    const email = "ada.lovelace@example.com";
    const login = (password: string) =>
      backend.call("POST", "/api/auth/login", { email, password });
    expect(await login(NEW_PASSWORD)).toMatchObject({ status: 200 });
    expect(await login(PASSWORD)).toMatchObject({ status: 401 });

    await openPasswordForm(user);
    expect(current()).toHaveValue("");
    expect(fresh()).toHaveValue("");
  });

  it("Cancel clears and closes the form", async () => {
    const { user } = await openForms();
    await openPasswordForm(user);
    await fillPasswords(user);
    await user.click(screen.getAllByRole("button", { name: "Cancel" })[1] ?? document.body);
    expect(screen.queryByLabelText("Current Password")).not.toBeInTheDocument();
    expect(button("Change Password")).toHaveFocus();
    await openPasswordForm(user);
    expect(current()).toHaveValue("");
    expect(confirmation()).toHaveValue("");
  });

  it("a wrong current password shows an error at its field, and the input stays", async () => {
    const { user } = await openForms();
    await openPasswordForm(user);
    await fillPasswords(user, "not the one");
    await user.click(button("Update Password"));
    const message = "Current password is incorrect";
    expect(await toasts().findByText(`currentPassword: ${message}`)).toBeVisible();
    expect(current()).toHaveAccessibleDescription(message);
    await waitFor(() => expect(current()).toHaveFocus());
    expect(current()).toHaveValue("not the one");
    expect(fresh()).toHaveValue(NEW_PASSWORD);
  });

  it.each([
    [["The cellar is flooded"], { error: "The cellar is flooded", message: "Never shown" }],
    [["A message"], { message: "A message" }],
    [["Failed to update password"], {}],
    [
      ["a: b", "c: d"],
      {
        errors: [
          { param: "a", msg: "b" },
          { param: "c", msg: "d" },
        ],
      },
    ],
  ])("a failed change shows %j", async (texts, body) => {
    const { user, backend } = await openForms();
    backend.fail(CHANGE, { status: 400, body });
    await openPasswordForm(user);
    await fillPasswords(user);
    await user.click(button("Update Password"));
    for (const text of texts) expect(await toasts().findByText(text)).toBeVisible();
    expect(current()).toHaveValue(PASSWORD);
  });

  it("shows the passwords when the user asks for it", async () => {
    const { user } = await openForms();
    await openPasswordForm(user);
    await fill(user, fresh(), NEW_PASSWORD);
    await user.click(screen.getAllByRole("button", { name: "Show password" })[1] ?? document.body);
    expect(fresh()).toHaveAttribute("type", "text");
    expect(fresh()).toHaveValue(NEW_PASSWORD);
    expect(current()).toHaveAttribute("type", "password");
  });
});

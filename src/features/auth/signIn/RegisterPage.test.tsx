import { afterEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { toast } from "react-hot-toast/headless";
import { type Fault, PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

const email = () => screen.findByLabelText("Email Address");
const password = () => screen.findByLabelText("Password");
const role = () => screen.findByLabelText("Role");
const submit = () => screen.findByRole("button", { name: "Create Account" });

async function openRegistration() {
  const app = await renderApp({ path: "/register" });
  await submit();
  return app;
}

async function fillIn({ user }: Awaited<ReturnType<typeof openRegistration>>) {
  await enterText(user, await email(), "grace.hopper@example.com");
  await enterText(user, await password(), PASSWORD);
  await user.click(await submit());
}

/** Opens the registration screen of a server with this setting, which already has an admin. */
async function openAt(registration: "approval" | "closed", modeInPage: string = registration) {
  const backend = await openBackend();
  backend.deps.config.registration = registration;
  await backend.as("admin");
  document.head.innerHTML = `<meta name="registration" content="${modeInPage}">`;
  return await renderApp({ path: "/register", backend });
}

afterEach(() => {
  document.head.innerHTML = "";
});

describe("registration that is closed or needs approval", () => {
  test("a closed registration shows a notice instead of the form", async () => {
    await openAt("closed");
    expect(await screen.findByRole("heading", { name: "Registration is closed" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Create Account" })).toBeVisible();
    expect(screen.queryByLabelText("Email Address")).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Sign in" })).toBeVisible();
  });

  test("shows that registration is closed if it closed after the page was opened", async () => {
    const app = await openAt("closed", "__REGISTRATION__");
    await fillIn(app);
    expect(await screen.findByText("Registration is closed. Please ask an admin.")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Registration is closed" })).toBeVisible();
    expect(screen.queryByLabelText("Email Address")).not.toBeInTheDocument();
  });

  test("shows that an admin must approve the account before and after registration, and on an early sign-in", async () => {
    const app = await openAt("approval");
    expect(await role()).toHaveAccessibleDescription(/An admin has to approve the account/);
    await fillIn(app);
    const waits = "Your account waits for an admin's approval.";
    const notice = (await screen.findByRole("heading", { name: waits })).parentElement;
    await waitFor(() => expect(notice).toHaveFocus());
    expect(notice).toHaveTextContent("grace.hopper@example.com");
    expect(localStorage.getItem("refreshToken")).toBeNull();

    await app.user.click(screen.getByRole("link", { name: "Sign in" }));
    await enterText(app.user, await email(), "grace.hopper@example.com");
    await enterText(app.user, await password(), PASSWORD);
    await app.user.click(screen.getByRole("button", { name: "Sign In" }));
    const toasts = within(screen.getByRole("region", { name: "Notifications" }));
    await waitFor(() => expect(toasts.getAllByText(waits).length).toBeGreaterThan(0));
    expect(window.location.pathname).toBe("/login");
  });
});

describe("the registration screen", () => {
  test("shows the texts of the specification and validation errors under the fields, and truncates no password", async () => {
    document.head.innerHTML = '<meta name="registration" content="firstAdmin">';
    const { user, backend } = await openRegistration();
    expect(await role()).toHaveAccessibleDescription(/the account becomes one/);
    expect(screen.getByRole("heading", { name: "Create Account" })).toBeVisible();
    expect(screen.getByText("Start managing your tasks efficiently")).toBeVisible();
    expect(await password()).toHaveAttribute("placeholder", "Minimum 8 characters");
    expect(await password()).toHaveAttribute("autocomplete", "new-password");
    expect(await role()).toHaveValue("member");
    const options = within(await role()).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(["Member", "Admin"]);

    await user.click(await submit());
    expect(await screen.findByText("Email is required")).toBeVisible();
    expect(screen.getByText("Password is required")).toBeVisible();
    await waitFor(async () => expect(await email()).toHaveFocus());
    await user.type(await email(), "grace");
    expect(await screen.findByText("Invalid email")).toBeVisible();
    for (const [text, message] of [
      ["1234567", "Password must be at least 8 characters"],
      ["Qwerty123", "Password is too common"],
      ["🦄".repeat(129), "Password must be at most 128 characters"],
    ] as const) {
      await enterText(user, await password(), text);
      expect(await screen.findByText(message)).toBeVisible();
      expect(await password()).toHaveValue(text);
    }
    expect(backend.calls).toEqual([]);
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    expect(await screen.findByRole("heading", { name: "Welcome Back" })).toBeVisible();
  });

  test("registers an admin, welcomes the user, and replaces the history entry with the dashboard", async () => {
    const app = await openRegistration();
    const entries = window.history.length;
    const held = app.backend.delay("POST /api/auth/register");
    await app.user.selectOptions(await role(), "Admin");
    await fillIn(app);
    expect(await screen.findByRole("button", { name: "Creating Account..." })).toBeDisabled();
    held.release();
    expect(
      await screen.findByText("Welcome Grace Hopper! Your account has been created."),
    ).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect(window.history.length).toBe(entries);
    expect(app.backend.callsOf("POST /api/auth/register").map(({ body }) => body)).toEqual([
      { email: "grace.hopper@example.com", password: PASSWORD, role: "admin" },
    ]);
    expect(await screen.findByRole("link", { name: "Users" })).toBeVisible();
  });
});

describe("a failed registration (§8)", () => {
  test("each refusal shows the toasts of the specification, and keeps the fields; a taken address has the focus to be changed", async () => {
    const errors = [
      { param: "email", msg: "Too odd" },
      { param: "password", msg: "Too short" },
    ];
    const app = await openRegistration();
    await app.backend.register({ email: "Grace.Hopper@example.com" });
    await fillIn(app);
    expect(await screen.findByText("Email is already registered")).toBeVisible();
    expect(await email()).toHaveValue("grace.hopper@example.com");
    expect(await password()).toHaveValue(PASSWORD);
    await waitFor(async () => expect(await email()).toHaveFocus());
    expect(window.location.pathname).toBe("/register");
    act(() => toast.remove());

    const failed = "Registration failed: Request failed with status code 401";
    const rows: [fault: Fault, toasts: string[]][] = [
      [{ status: 400, body: { errors, error: "No" } }, ["email: Too odd", "password: Too short"]],
      [{ status: 401, body: { error: "Not today" } }, ["Not today"]],
      [{ status: 401 }, [failed]],
      [{ status: 500, body: { message: "It broke" } }, ["Registration failed: It broke"]],
      ["lost", ["Cannot connect to server"]],
    ];
    for (const [fault, toasts] of rows) {
      app.backend.fail("POST /api/auth/register", fault);
      await fillIn(app);
      for (const text of toasts) expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getAllByRole("alert")).toHaveLength(toasts.length);
      act(() => toast.remove());
    }
    expect(app.backend.callsOf("POST /api/auth/register")).toHaveLength(rows.length + 1);
    expect(app.backend.callsOf("POST /api/auth/refresh")).toEqual([]);
  });
});

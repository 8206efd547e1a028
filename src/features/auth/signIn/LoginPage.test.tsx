import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";
import { toast } from "react-hot-toast/headless";
import { type Fault, PASSWORD } from "#testing/backend.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { enterText } from "#testing/screens/enterText.ts";

const STATS = "GET /api/dashboard/stats";

const email = () => screen.findByLabelText("Email Address");
const password = () => screen.findByLabelText("Password");
const submit = () => screen.findByRole("button", { name: "Sign In" });

afterEach(() => {
  document.head.innerHTML = "";
});

async function openLogin() {
  const app = await renderApp({ path: "/login" });
  await submit();
  return app;
}

async function fillIn({ user }: Awaited<ReturnType<typeof openLogin>>, secret = PASSWORD) {
  await enterText(user, await email(), "ada.lovelace@example.com");
  await enterText(user, await password(), secret);
  await user.click(await submit());
}

describe("the sign-in screen", () => {
  test("sends what the fields show if a password manager fills them without events, also after other changes", async () => {
    const { backend, user } = await openLogin();
    const fields = [await email(), await password()] as HTMLInputElement[];
    const [filled, secret] = fields as [HTMLInputElement, HTMLInputElement];
    filled.value = "ada.lovelace@example.com";
    secret.value = PASSWORD;
    // What renders the fields takes nothing back.
    await user.click(screen.getByRole("button", { name: "Show password" }));
    await user.type(secret, "!{Backspace}");
    await user.click(await submit());
    await waitFor(() => expect(backend.callsOf("POST /api/auth/login")).toHaveLength(1));
    expect(backend.callsOf("POST /api/auth/login")[0]?.body).toEqual({
      email: "ada.lovelace@example.com",
      password: PASSWORD,
    });
  });

  test.each([
    ["denied", 0],
    ["full", 100],
  ])("says that the browser keeps nobody signed in if storage is %s", async (_what, room) => {
    const write = jest.spyOn(Storage.prototype, "setItem").mockImplementation((_key, value) => {
      if (value.length >= room) throw new DOMException("No", "QuotaExceededError");
    });
    await openLogin();
    expect(screen.getByText(/it keeps nobody signed in/)).toBeVisible();
    write.mockRestore();
  });

  test("shows the texts of the specification and validation errors under the fields, shows the password on demand, and links to registration", async () => {
    document.head.innerHTML = '<meta name="sign-in" content="">';
    const { user, backend } = await openLogin();
    expect(screen.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    expect(screen.getByText("Sign in to your product account")).toBeVisible();
    expect(await email()).toHaveAttribute("placeholder", "you@example.com");
    expect(await email()).toHaveAttribute("autocomplete", "username");
    expect(await password()).toHaveAttribute("autocomplete", "current-password");
    expect(document.title).toBe("Sign in · Taskdeck");

    await user.click(await submit());
    expect(await screen.findByText("Email is required")).toBeVisible();
    expect(screen.getByText("Password is required")).toBeVisible();
    await waitFor(async () => expect(await email()).toHaveFocus());
    await user.type(await email(), "ada");
    expect(await screen.findByText("Invalid email")).toBeVisible();
    expect(await email()).toHaveAccessibleDescription("Invalid email");
    await enterText(user, await email(), "ada@example.com");
    await user.click(await submit());
    await waitFor(async () => expect(await password()).toHaveFocus());
    // Neither a sign-in nor the other ways to sign in, because the page says that there are none.
    expect(backend.calls).toEqual([]);

    await user.type(await password(), "secret");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(await password()).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(await password()).toHaveAttribute("type", "password");
    expect(await password()).toHaveValue("secret");

    await user.click(screen.getByRole("link", { name: "Create one" }));
    expect(await screen.findByRole("heading", { name: "Create Account" })).toBeVisible();
    expect(window.location.pathname).toBe("/register");
  });

  test("sends one sign-in request, welcomes the user on the dashboard, and stores refresh token and user, but no access token", async () => {
    const app = await openLogin();
    await app.backend.register();
    const entries = window.history.length;
    const held = app.backend.delay("POST /api/auth/login");
    await fillIn(app);
    const button = await screen.findByRole("button", { name: "Signing in..." });
    expect(button).toBeDisabled();
    await app.user.type(await password(), "{Enter}");
    held.release();
    expect(await screen.findByText("Welcome back, Ada Lovelace!")).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect(window.history.length).toBe(entries);
    expect(app.backend.callsOf("POST /api/auth/login")).toHaveLength(1);
    expect(Object.keys(localStorage).sort()).toEqual(["refreshToken", "signOutTokens", "user"]);
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({ name: "Ada Lovelace" });
    // The login response contains the user, so the app need not fetch it.
    expect(app.backend.callsOf("GET /api/auth/me")).toEqual([]);
    await waitFor(() => expect(app.backend.callsOf(STATS)).toHaveLength(1));
    // The sign-in brought an access token, so no refresh was needed.
    const [call] = app.backend.callsOf(STATS);
    expect(call?.token).toBeTruthy();
    expect(app.backend.callsOf("POST /api/auth/refresh")).toEqual([]);
    const stored = [localStorage, sessionStorage].flatMap((storage) => Object.values(storage));
    expect(stored.join("\n")).not.toContain(call?.token);
  });
});

describe("a failed sign-in (§8)", () => {
  test("each refusal shows the toasts of the specification, keeps the fields, and has the focus in the password to be typed again", async () => {
    const errors = [
      { param: "email", msg: "Too odd" },
      { param: "password", msg: "Too short" },
    ];
    const app = await openLogin();
    const rows: [fault: Fault, toasts: string[]][] = [
      [
        { status: 400, body: { errors, error: "Not this" } },
        ["email: Too odd", "password: Too short"],
      ],
      [{ status: 401, body: { errors, error: "Not this" } }, ["Invalid email or password"]],
      [{ status: 429, body: { error: "Too many sign-ins" } }, ["Too many sign-ins"]],
      [{ status: 500, body: { message: "It broke" } }, ["Login failed: It broke"]],
      [{ status: 500 }, ["Login failed: Request failed with status code 500"]],
      ["unreachable", ["Cannot connect to server."]],
      [
        { status: 200, body: { user: { id: 7 } } },
        ["Login failed: The server's response holds no session"],
      ],
    ];
    await app.backend.register();
    await fillIn(app, "something else");
    const form = await screen.findByRole("main");
    expect(await within(form).findByRole("alert")).toHaveTextContent("Invalid email or password");
    expect(await email()).toHaveValue("ada.lovelace@example.com");
    expect(await password()).toHaveValue("something else");
    await waitFor(async () => expect(await password()).toHaveFocus());
    await app.user.keyboard("next try");
    expect(await password()).toHaveValue("next try");
    for (const [index, [fault, toasts]] of rows.entries()) {
      act(() => toast.remove());
      app.backend.fail("POST /api/auth/login", fault);
      await app.user.click(await submit());
      const region = within(await screen.findByRole("region", { name: "Notifications" }));
      for (const text of toasts) expect(await region.findByText(text)).toBeVisible();
      expect(screen.getAllByRole("alert")).toHaveLength(toasts.length);
      act(() => toast.remove());
      // What no field says stays beside the form.
      const said = within(form).queryByRole("alert")?.textContent;
      expect(said).toBe(toasts.length === 1 ? toasts[0] : undefined);
      expect(app.backend.callsOf("POST /api/auth/login")).toHaveLength(index + 2);
    }
    expect(app.backend.callsOf("POST /api/auth/refresh")).toEqual([]);
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(window.location.pathname).toBe("/login");
  });
});

describe("the other ways to sign in", () => {
  test("says who may sign in with a password if not everyone may", async () => {
    const backend = await openBackend();
    backend.deps.config.localSignIn = "admins";
    const app = await renderApp({ path: "/login", backend });
    expect(await screen.findByText("Only admins can sign in with a password.")).toBeVisible();
    await backend.register({ role: "admin" });
    await backend.db.updateTable("users").set({ role: "member" }).execute();
    await fillIn(app);
    expect(
      await screen.findByText(
        "Signing in with a password is turned off. Please use another way to sign in.",
      ),
    ).toBeVisible();
  });

  test("hides the form if nobody may sign in with a password, and leads the operator in", async () => {
    const backend = await openBackend();
    backend.deps.config.localSignIn = "off";
    const { user } = await renderApp({ path: "/login", backend });
    expect(await screen.findByText("Signing in with a password is turned off.")).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText("Email Address")).toBeNull());
    for (const name of ["Create one", "Forgot password?"]) {
      expect(screen.queryByRole("link", { name })).toBeNull();
    }
    await user.click(screen.getByRole("link", { name: "Sign in as an operator" }));
    expect(await screen.findByText(/--sign-in-link/)).toBeVisible();
  });

  test.each(["on", "off"])(
    "shows the ways that the page contains before the server responds: %s",
    async (local_sign_in) => {
      const json = { local_sign_in, providers: [{ id: "acme", label: "Acme", icon: "" }] };
      document.head.innerHTML = '<meta name="sign-in">';
      document.querySelector("meta")?.setAttribute("content", JSON.stringify(json));
      const backend = await openBackend();
      backend.fail("GET /api/auth/options", "unreachable", Infinity);
      await renderApp({ path: "/login", backend });
      expect(await screen.findByRole("link", { name: "Continue with Acme" })).toBeVisible();
      expect(screen.queryAllByLabelText("Email Address")).toHaveLength(
        local_sign_in === "on" ? 1 : 0,
      );
    },
  );

  test.each([
    ["0b3c9d2e-1c1d-4c6e-9f7a-2f1f6a0d9b11", true],
    ["Call 555-1234 to sign in", false],
  ])("a provider's failure with the reference %j shows it: %s", async (reference, isShown) => {
    const fragment = new URLSearchParams({ "sign-in-error": "failed", reference });
    await renderApp({ path: `/login#${fragment}` });
    const failure = await screen.findByText(/The sign-in failed. Please try again./);
    expect(failure).toBeVisible();
    expect((failure.textContent ?? "").includes(reference)).toBe(isShown);
  });

  test("shows only the form, and no error, if the server lacks the call", async () => {
    const backend = await openBackend();
    backend.fail("GET /api/auth/options", { status: 404, body: { error: "Not found" } }, Infinity);
    await renderApp({ path: "/login", backend });
    await waitFor(() => expect(backend.callsOf("GET /api/auth/options")).toHaveLength(1));
    expect(await submit()).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByText(/password is turned off|Only admins/)).toBeNull();
  });
});

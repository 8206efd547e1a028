import type { Registration, SessionResponse } from "#contract/session.ts";
import { paths } from "#lib/paths.ts";
import { expectPath, signIn as fillAndSend } from "../app.ts";
import type { Change, ReadFlow, ResilientFlow } from "../matrix.ts";
import { ACCOUNT } from "../server.ts";
import type { Stage } from "../stage.ts";
import { expect, keepSession } from "../test.ts";

let count = 0;

function newAccount(): Registration {
  return { ...ACCOUNT, email: `person${(count += 1)}.new@example.com` };
}

/** Opens a page without a session. */
async function openSignedOut({ page }: Stage, path: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(paths.login);
  await page.evaluate(() => localStorage.clear());
  await page.goto(path);
}

const home = async ({ page }: Stage) => {
  await expectPath(page, paths.home);
  await expect(page.getByText("Total Tasks")).toBeVisible();
};

export const signIn: Change = {
  kind: "change",
  name: "sign in",
  calls: /^POST \/api\/auth\/login$/,
  outside: true,
  begin: async (stage) => {
    const { page } = stage;
    await openSignedOut(stage, paths.login);
    const password = page.getByLabel("Password", { exact: true });
    const welcome = async () => {
      await home(stage);
    };
    return {
      send: () => fillAndSend(page, ACCOUNT),
      whilePending: () =>
        expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled(),
      success: "Welcome back, Ada Lovelace!",
      failure: "Cannot connect to server.",
      refused: "Something went wrong",
      kept: () => expect(password).toHaveValue(ACCOUNT.password),
      shown: welcome,
      // No user is signed in here, and the next attempt succeeds.
      unsure: {
        shows: async () => {
          await page.getByRole("button", { name: "Sign In" }).click();
          await welcome();
        },
        times: 2,
      },
    };
  },
};

export const register: Change = {
  kind: "change",
  name: "register",
  calls: /^POST \/api\/auth\/register$/,
  outside: true,
  begin: async (stage) => {
    const { page } = stage;
    const account = newAccount();
    await openSignedOut(stage, paths.register);
    await page.getByLabel("Email Address").fill(account.email);
    await page.getByPlaceholder("Minimum 8 characters").fill(account.password);
    const welcome = () => home(stage);
    return {
      send: () => page.getByRole("button", { name: "Create Account" }).click(),
      whilePending: () =>
        expect(page.getByRole("button", { name: "Creating Account..." })).toBeDisabled(),
      success: `Welcome Person${count} New! Your account has been created.`,
      failure: "Cannot connect to server",
      refused: "Something went wrong",
      kept: () => expect(page.getByLabel("Email Address")).toHaveValue(account.email),
      shown: welcome,
      // The account exists: a second registration fails as taken, and signing in works.
      unsure: {
        shows: async () => {
          await page.getByRole("button", { name: "Create Account" }).click();
          await expect(page.getByRole("region", { name: "Notifications" })).toContainText(
            /already/,
          );
          await page.getByRole("link", { name: "Sign in" }).click();
          // Before the page has changed, the fields belong to the last page.
          await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
          await fillAndSend(page, account);
          await welcome();
        },
        times: 2,
      },
    };
  },
};

export const signOut: ResilientFlow = {
  kind: "resilient",
  name: "sign out",
  begin: async (stage) => {
    const { page, server } = stage;
    await openSignedOut(stage, paths.login);
    const session = await server.call<SessionResponse>("POST", "/api/auth/login", ACCOUNT);
    await keepSession(page, session);
    await page.unroute("/empty");
    await page.goto(paths.profile);
    await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
    await expect(page.getByText("Member Since")).toBeVisible();
    return {
      send: () => page.getByRole("button", { name: "Logout" }).click(),
      says: "Logged out successfully",
      shown: async () => {
        await expectPath(page, paths.login);
        await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
        expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
      },
    };
  },
};

export const openProfile: ReadFlow = {
  kind: "read",
  name: "open the profile",
  calls: /^GET \/api\/profile$/,
  begin: async ({ page, goTo }) => {
    await goTo("Tasks");
    return {
      open: () => goTo("Profile"),
      shown: () => expect(page.getByText("Member Since")).toBeVisible(),
      failed: page.getByRole("main").getByRole("button", { name: "Retry" }),
    };
  },
};

export const updateProfile: Change = {
  kind: "change",
  name: "update the profile",
  calls: /^PUT \/api\/profile$/,
  begin: async ({ page, goTo }) => {
    const name = `Ada Number ${(count += 1)}`;
    await goTo("Tasks");
    await goTo("Profile");
    const field = page.getByLabel("Full Name");
    await field.fill(name);
    return {
      send: () => page.getByRole("button", { name: "Update Profile" }).click(),
      whilePending: () => expect(page.getByRole("button", { name: "Updating..." })).toBeDisabled(),
      success: "Profile updated successfully! ✅",
      failure: "Failed to update profile",
      refused: "Something went wrong",
      kept: () => expect(field).toHaveValue(name),
      shown: async () => {
        await expect(page.getByRole("region", { name: "Account" })).toContainText(name);
        await expect(page.getByRole("banner").getByText(name)).toBeVisible();
      },
    };
  },
};

export const changePassword: Change = {
  kind: "change",
  name: "change the password",
  calls: /^PUT \/api\/profile\/password$/,
  begin: async (stage) => {
    const { page, server } = stage;
    const account = newAccount();
    const session = await server.signUp(account);
    await openSignedOut(stage, paths.login);
    await keepSession(page, session);
    await page.unroute("/empty");
    await page.goto(paths.profile);
    await page.getByRole("button", { name: "Change Password" }).click();
    const password = "a fresh new password";
    const current = page.getByLabel("Current Password");
    await current.fill(account.password);
    await page.getByLabel("New Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm New Password").fill(password);
    /** The user can sign in with the new password, and the page is still signed in. */
    const holds = async () => {
      await server.call("POST", "/api/auth/login", { email: account.email, password });
      await expectPath(page, paths.profile);
    };
    return {
      send: () => page.getByRole("button", { name: "Update Password" }).click(),
      whilePending: () => expect(page.getByRole("button", { name: "Updating..." })).toBeDisabled(),
      success: "Password updated successfully! ✅",
      failure: "Failed to update password",
      refused: "Something went wrong",
      kept: () => expect(current).toHaveValue(account.password),
      shown: async () => {
        await expect(current).toHaveCount(0);
        await holds();
      },
      unsure: { shows: holds },
    };
  },
};

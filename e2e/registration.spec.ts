import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, expectPath, signIn } from "./support/app.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const WAITS = "Your account waits for an admin's approval.";
const NEW = { ...ACCOUNT, email: "grace.hopper@example.com" };

async function register(page: Page, { email, password } = NEW): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
}

test.describe("registration closed", () => {
  test.use({ serverEnv: { REGISTRATION: "closed" } });

  test("the first account becomes admin; then the screen says that registration is closed", async ({
    page,
  }) => {
    await page.goto("/register");
    await expect(page.getByText("This server has no admin yet")).toBeVisible();
    await expectAccessible(page);
    await register(page, ACCOUNT);
    await expectPath(page, "/");
    await page.goto("/users");
    await expect(page.getByRole("heading", { name: "User Management" })).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("link", { name: "Create one" }).click();
    // The page was loaded before an admin existed, so a new visitor opens it again.
    await page.reload();
    await expect(page.getByRole("heading", { name: "Registration is closed" })).toBeVisible();
    await expect(page.getByLabel("Email Address")).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test.describe("registration with approval", () => {
  test.use({ serverEnv: { REGISTRATION: "approval" } });

  test("a new account waits for approval, the admin sees it immediately, and it can sign in once activated", async ({
    page,
    server,
    openAs,
    browser,
  }) => {
    await openAs(await server.signUp({ role: "admin" }), "/users");
    await expect(page.getByRole("row", { name: /Ada Lovelace/ })).toBeVisible();

    const guest = await browser.newPage({ baseURL: server.url });
    await guest.goto("/register");
    await register(guest);
    await expect(guest.getByRole("heading", { name: WAITS })).toBeVisible();
    await expectAccessible(guest);
    await expectNoSidewaysScroll(guest);
    await guest.getByRole("link", { name: "Sign in" }).click();
    await signIn(guest, { ...NEW, password: "not the one" });
    await expectToast(guest, "Invalid email or password");
    await signIn(guest, NEW);
    await expectToast(guest, WAITS);
    await expectPath(guest, "/login");

    const row = page.getByRole("row", { name: /Grace Hopper/ });
    await expect(row).toContainText("Inactive");
    await expect(row).toContainText("Waiting for approval");
    await page.getByRole("combobox", { name: "Status" }).selectOption("Waiting for approval");
    await expect(page.getByRole("row", { name: /Ada Lovelace/ })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("combobox", { name: "Status" }).selectOption("All Statuses");
    await page.getByRole("button", { name: "Activate Grace Hopper" }).click();
    await expectToast(page, "User status updated");
    await expect(row).not.toContainText("Waiting for approval");

    await signIn(guest, NEW);
    await expectToast(guest, "Welcome back, Grace Hopper!");
    await guest.close();
  });
});

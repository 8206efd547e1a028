import type { Page } from "@playwright/test";
import { settingsOf, startProvider, type TestProvider } from "#server/testing/oidc/provider.ts";
import { freePort } from "#server/testing/process.ts";
import { expectPath } from "./support/app.ts";
import { expectNoShift, recordLayoutShifts } from "./support/layoutShifts.ts";
import { ACCOUNT } from "./support/server.ts";
import { test as base, expect, expectAccessible, expectToast } from "./support/test.ts";

const test = base.extend<{ provider: TestProvider }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads fixture names here
  provider: async ({}, use) => {
    const provider = await startProvider();
    await use(provider);
    provider.close();
  },
  serverEnv: async ({ provider }, use) => {
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    await provider.serve(origin, "test");
    await provider.setUsers({
      grace: { email: "grace@example.com", email_verified: true, name: "Grace Hopper" },
      ada: { email: ACCOUNT.email, email_verified: true, name: "Ada Lovelace" },
    });
    const OIDC_PROVIDERS = JSON.stringify([settingsOf(provider)]);
    await use({ PORT: port, PUBLIC_URL: origin, OIDC_PROVIDERS });
  },
});

// The provider's own page imports a font from the Internet.
test.beforeEach(({ problems }) => problems.expect(/ERR_NAME_NOT_RESOLVED|ERR_INTERNET|fonts\.g/));

/** Signs in at the provider, and consents. */
async function signInAtProvider(page: Page, login: string) {
  await page.getByRole("link", { name: "Continue with Test ID" }).click();
  await page.locator("[name=login]").fill(login);
  await page.locator("[name=password]").fill("any");
  await page.locator("[type=submit]").click();
  await page.locator("[type=submit]").click();
}

test("a user signs in with a provider, and signing out ends the provider's session too", async ({
  page,
  server,
}) => {
  await server.signUp({ role: "admin" });
  await page.goto("/login");
  await expect(page.getByRole("link", { name: "Continue with Test ID" })).toBeVisible();
  await expectAccessible(page);
  await signInAtProvider(page, "grace");
  await expectToast(page, "Welcome back, Grace Hopper!");
  await expectPath(page, "/");
  expect(page.url()).not.toContain("sign-in=");

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expectPath(page, "/login");
  await page.getByRole("link", { name: "Continue with Test ID" }).click();
  await expect(page.locator("[name=password]")).toBeVisible();
});

test("an account with a password is linked after its password was entered once @chromium", async ({
  page,
  server,
}) => {
  await server.signUp();
  await page.goto("/login");
  await signInAtProvider(page, "ada");
  const dialog = page.getByRole("dialog", { name: "Confirm with your password to link Test ID" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Password of the account").fill("wrong password");
  await dialog.getByRole("button", { name: "Link and sign in" }).click();
  await expect(dialog.getByText("Wrong password", { exact: true })).toBeVisible();
  await dialog.getByLabel("Password of the account").fill(ACCOUNT.password);
  await dialog.getByRole("button", { name: "Link and sign in" }).click();
  await expectToast(page, "Welcome back, Ada Lovelace!");
  await expectPath(page, "/");

  await page.goto("/profile");
  await page.getByRole("button", { name: `Unlink Test ID, ${ACCOUNT.email}` }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Unlink Test ID?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Unlink" }).press("Enter");
  await expectToast(page, "Sign-in provider unlinked");
  await expect(page.getByText("No provider signs in to your account.")).toBeVisible();
});

test("nothing moves when the buttons of providers load @chromium", async ({ page }) => {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/auth/options", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.addInitScript(recordLayoutShifts);
  await page.goto("/login");
  // The page itself names the providers.
  await expect(page.getByRole("link", { name: "Continue with Test ID" })).toBeVisible();
  const answered = page.waitForResponse("**/api/auth/options");
  release();
  await answered;
  await expectNoShift(page);
});

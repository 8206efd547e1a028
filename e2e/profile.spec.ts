import type { Page } from "@playwright/test";
import { expectPath, signIn } from "./support/app.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, expectToast, test } from "./support/test.ts";

test.use({ serverEnv: { EMAIL_CHANGE: "password" } });

const NEW_PASSWORD = "a fresh new password";

const nameField = (page: Page) => page.getByLabel("Full Name");
const emailField = (page: Page) => page.getByLabel("Email Address");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a new name, address and password are saved, and only they sign in", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/profile");
  await nameField(page).fill("Augusta King");
  await emailField(page).fill("augusta@example.com");
  await page.getByLabel("Current Password").fill(ACCOUNT.password);
  await button(page, "Update Profile").click();
  await expectToast(page, "Profile updated successfully! ✅");
  await expect(page.getByRole("banner").getByText("Augusta King")).toBeVisible();
  await expect(page.getByRole("region", { name: "Account" })).toContainText("augusta@example.com");
  await page.reload();
  await expect(nameField(page)).toHaveValue("Augusta King");

  await page.getByRole("button", { name: "Change Password" }).press("Enter");
  const current = page.getByLabel("Current Password");
  const fresh = page.getByLabel("New Password", { exact: true });
  await current.fill("not the one");
  await fresh.fill(NEW_PASSWORD);
  await page.getByLabel("Confirm New Password").fill(NEW_PASSWORD);
  await button(page, "Update Password").click();
  await expect(page.getByText("Current password is incorrect", { exact: true })).toBeVisible();
  await expect(current).toBeFocused();
  await expect(fresh).toHaveValue(NEW_PASSWORD);
  await current.fill(ACCOUNT.password);
  await page.keyboard.press("Enter");
  await expectToast(page, "Password updated successfully! ✅");
  await expect(page.getByRole("button", { name: "Change Password" })).toBeFocused();

  await page.getByRole("button", { name: "Logout" }).click();
  await expectPath(page, "/login");
  await signIn(page, { ...ACCOUNT, email: "augusta@example.com" });
  await expectToast(page, "Invalid email or password");
  await signIn(page, { ...ACCOUNT, email: "augusta@example.com", password: NEW_PASSWORD });
  await expectToast(page, "Welcome back, Augusta King!");
});

test("an error message does not move Cancel away under the pointer @chromium", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/profile");
  await nameField(page).fill("");
  const box = await button(page, "Cancel").boundingBox();
  if (!box) throw new Error("There is no Cancel");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 4);
  await page.mouse.down();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.mouse.up();
  await expectToast(page, "Changes discarded");
});

import type { Page } from "@playwright/test";
import { DEVICES, expectNoSidewaysScroll, expectPath, signIn } from "./support/app.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

test.use({ serverEnv: { EMAIL_CHANGE: "password" } });

const NEW_PASSWORD = "a fresh new password";

const nameField = (page: Page) => page.getByLabel("Full Name");
const emailField = (page: Page) => page.getByLabel("Email Address");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a new name and e-mail address are saved, shown on all screens and valid at sign-in", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/profile");
  await nameField(page).fill("Augusta King");
  await emailField(page).fill("augusta@example.com");
  const password = page.getByLabel("Current Password");
  await password.fill("not the one");
  await button(page, "Update Profile").click();
  await expect(page.getByText("Current password is incorrect", { exact: true })).toBeVisible();
  await expect(password).toBeFocused();
  await expect(emailField(page)).toHaveValue("augusta@example.com");
  await expectAccessible(page);
  await password.fill(ACCOUNT.password);
  await button(page, "Update Profile").click();
  await expectToast(page, "Profile updated successfully! ✅");
  await expect(page.getByRole("banner").getByText("Augusta King")).toBeVisible();
  await expect(page.getByRole("region", { name: "Account" })).toContainText("augusta@example.com");
  await page.reload();
  await expect(nameField(page)).toHaveValue("Augusta King");

  await page.getByRole("button", { name: "Logout" }).click();
  await expectPath(page, "/login");
  await signIn(page, { ...ACCOUNT, email: "augusta@example.com" });
  await expectToast(page, "Welcome back, Augusta King!");
});

test("the profile form shows errors at their fields and focuses the first; Cancel resets the form", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/profile");
  await nameField(page).fill("");
  await emailField(page).fill("nope");
  await button(page, "Update Profile").click();
  await expect(page.getByText("Name is required")).toBeVisible();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(nameField(page)).toBeFocused();
  await expectAccessible(page);
  await button(page, "Cancel").click();
  await expectToast(page, "Changes discarded");
  await expect(nameField(page)).toHaveValue("Ada Lovelace");
  await expect(emailField(page)).toHaveValue(ACCOUNT.email);
  await expect(page.getByText("Name is required")).toHaveCount(0);
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

test("an e-mail address in use is refused, and the form keeps its text @chromium", async ({
  page,
  server,
  openAs,
}) => {
  await server.signUp({ email: "taken@example.com" });
  await openAs(await server.signUp(), "/profile");
  await emailField(page).fill("TAKEN@example.com");
  await page.getByLabel("Current Password").fill(ACCOUNT.password);
  await button(page, "Update Profile").click();
  await expectToast(page, "Email is already registered");
  await expect(emailField(page)).toHaveValue("TAKEN@example.com");
  await expect(emailField(page)).toBeFocused();
});

test("a password change needs the current password, and only the new one signs in", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/profile");
  await expect(page.getByLabel("Current Password")).toHaveCount(0);
  await page.getByRole("button", { name: "Change Password" }).press("Enter");
  const current = page.getByLabel("Current Password");
  const fresh = page.getByLabel("New Password", { exact: true });
  const again = page.getByLabel("Confirm New Password");

  await current.fill("not the one");
  await fresh.fill(NEW_PASSWORD);
  await again.fill("something else");
  await button(page, "Update Password").click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await expect(again).toBeFocused();

  await again.fill(NEW_PASSWORD);
  await button(page, "Update Password").click();
  await expect(page.getByText("Current password is incorrect", { exact: true })).toBeVisible();
  await expect(current).toBeFocused();
  await expect(fresh).toHaveValue(NEW_PASSWORD);

  await current.fill(ACCOUNT.password);
  await page.keyboard.press("Enter");
  await expectToast(page, "Password updated successfully! ✅");
  await expect(current).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Change Password" })).toBeFocused();

  await page.getByRole("button", { name: "Logout" }).click();
  await expectPath(page, "/login");
  await signIn(page, ACCOUNT);
  await expectToast(page, "Invalid email or password");
  await signIn(page, { ...ACCOUNT, password: NEW_PASSWORD });
  await expectToast(page, "Welcome back, Ada Lovelace!");
});

test("a profile that fails to load shows the error, Retry and Back to Login @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  await page.route("**/api/profile", (route) =>
    route.fulfill({ status: 403, json: { error: "No" } }),
  );
  await openAs(session, "/profile");
  await expect(page.getByText("Access denied")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/profile");
  await button(page, "Retry").click();
  await expect(page.getByText("Member Since")).toBeVisible();

  await page.route("**/api/profile", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByText("Failed to load profile")).toBeVisible();
  await button(page, "Back to Login").click();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expectPath(page, "/login");
});

test("a profile that gets a 401 redirects to sign-in after two seconds @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const session = await server.signUp();
  await page.route("**/api/profile", (route) =>
    route.fulfill({ status: 401, json: { error: "No" } }),
  );
  await openAs(session, "/profile");
  await expect(page.getByText("Session expired. Please login again.").first()).toBeVisible();
  await expectPath(page, "/profile");
  await expectPath(page, "/login");
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
});

for (const { device, viewport } of DEVICES) {
  test(`on a ${device}: axe finds nothing, also with the password form open`, async ({
    page,
    server,
    openAs,
  }) => {
    await page.setViewportSize(viewport);
    await openAs(await server.signUp({ role: "admin" }), "/profile");
    await page.getByRole("button", { name: "Change Password" }).click();
    await button(page, "Update Password").click();
    await expect(page.getByText("Current password is required")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

import { paths } from "#lib/paths.ts";
import { expectPath, signIn } from "./support/app.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const PASSWORD = "a quite new password";

test("an admin invites two people by a pasted list, and one joins in a second browser @chromium", async ({
  page,
  server,
  openAs,
  browser,
}) => {
  const admin = await server.signUp({ email: "admin@example.com", role: "admin" });
  await server.call("POST", "/api/teams", { name: "Harbour" }, admin.accessToken);
  await openAs(admin, paths.users);
  await page.getByRole("button", { name: "Invite people" }).click();
  await page
    .getByLabel("Email addresses")
    .fill("Eve Example <eve@example.com>, member, Harbour\nmax@example.com");
  await page.getByRole("checkbox", { name: "Harbour" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make Links" }).click();
  await expectToast(page, "2 invitations made");
  const link = await page.getByLabel("Link for eve@example.com", { exact: true }).inputValue();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Open invitations and reset links (2)")).toBeVisible();

  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByText("Harbour")).toBeVisible();
  await expectAccessible(guest);
  await expect(guest.getByLabel("Full Name")).toHaveValue("Eve Example");
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Create Account" }).click();
  await expectToast(guest, "Welcome Eve Example! Your account has been created.");
  await expectPath(guest, paths.home);
  await context.close();

  await expect(page.getByRole("row", { name: /Eve Example/ })).toBeVisible();
  await expect(page.getByText("Open invitations and reset links (1)")).toBeVisible();
});

test("a reset link sets a new password, and a user who forgot theirs is told to ask an admin @chromium", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await server.signUp({ email: "admin@example.com", role: "admin" });
  await server.signUp({ email: "max.smith@example.com" });
  await openAs(admin, paths.users);
  await page.getByRole("button", { name: "Password reset link for Max Smith" }).click();
  await page.getByRole("button", { name: "Make Link" }).click();
  const link = await page.getByLabel("Link for Max Smith", { exact: true }).inputValue();

  await page.evaluate(() => localStorage.clear());
  await page.goto(paths.login);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Please ask an admin" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(link);
  await page.getByLabel("New Password").and(page.locator("input")).fill(PASSWORD);
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByRole("heading", { name: "Your password is changed" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await signIn(page, { email: "max.smith@example.com", password: PASSWORD });
  await expectPath(page, paths.home);
});

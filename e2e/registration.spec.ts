import { expectNoSidewaysScroll, expectPath } from "./support/app.ts";
import { ACCOUNT } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test.use({ serverEnv: { REGISTRATION: "closed" } });

test("the first account becomes admin; then the screen says that registration is closed", async ({
  page,
}) => {
  await page.goto("/register");
  await expect(page.getByText("This server has no admin yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email Address").fill(ACCOUNT.email);
  await page.getByLabel("Password", { exact: true }).fill(ACCOUNT.password);
  await page.getByRole("button", { name: "Create Account" }).click();
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

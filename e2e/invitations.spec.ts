import { paths } from "#lib/address/paths.ts";
import { expectPath } from "./support/app.ts";
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
  await page.getByRole("button", { name: "Create links" }).click();
  await expectToast(page, "2 invitations made");
  const link = await page.getByLabel("Link for eve@example.com", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Copy all" }).click();
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

import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

test("a user creates an API token for a script, copies it once, and revokes it @chromium", async ({
  page,
  request,
  server,
  openAs,
}) => {
  await openAs(await server.signUp(), "/profile");
  const tokens = page.getByRole("region", { name: "API Tokens" });
  await tokens.getByRole("button", { name: "New Token" }).click();
  const form = page.getByRole("dialog", { name: "New API Token" });
  await expectAccessible(page);
  await form.getByLabel("Token Name").fill("Nightly report");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "API token “Nightly report”" });
  const field = shown.getByRole("textbox", { name: "API token" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  const authorization = `Bearer ${await field.inputValue()}`;
  await page.keyboard.press("Escape");
  const use = async () =>
    (await request.get(`${server.url}/api/profile`, { headers: { authorization } })).status();
  expect(await use()).toBe(200);

  await page.reload();
  await expect(tokens.getByText(/last used/)).toBeVisible();
  await expectAccessible(page);
  await tokens.getByRole("button", { name: "Revoke Nightly report" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expectToast(page, "API token revoked");
  await expect(tokens.getByText("Nightly report")).toHaveCount(0);
  expect(await use()).toBe(401);
});

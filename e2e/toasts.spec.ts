import { expect, test } from "./support/test.ts";

test("a toast appears top right, and closes after 3000 ms", async ({ page, server, openAs }) => {
  await openAs(await server.signUp(), "/profile");
  await page.getByRole("heading", { name: "Update Profile Information" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).first().click();
  const toast = page.getByText("Changes discarded");
  await expect(toast).toBeVisible();
  const shown = Date.now();
  const box = await toast.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box?.x).toBeGreaterThan(width / 2);
  expect(box?.y).toBeLessThan(height / 4);
  // The pointer stays away, because hovering keeps a toast open.
  await expect(toast).toBeHidden();
  expect(Date.now() - shown).toBeGreaterThan(2_000);
});

import type { Page } from "@playwright/test";
import type { TestServer } from "./support/server.ts";
import { expect, expectToast, test } from "./support/test.ts";

/** Ada, an admin, and three members: Alan Member, Barbara Member and Claude Member. */
async function fill(server: TestServer) {
  const admin = await server.signUp({ role: "admin" });
  for (const name of ["alan", "barbara", "claude"]) {
    await server.signUp({ email: `${name}.member@example.com` });
  }
  return admin;
}

const row = (page: Page, name: string) => page.getByRole("row", { name: `${name} Member` });
const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name} Member` });
const bar = (page: Page) => page.getByRole("region", { name: "Selected users" });

test.beforeEach(async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/users");
  await expect(row(page, "Alan")).toBeVisible();
});

test("users can be managed by keyboard", async ({ page }) => {
  await page.getByLabel("Search users").focus();
  await page.keyboard.type("barbara");
  await expect(row(page, "Alan")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Role of Barbara Member" }).selectOption("Admin");
  await expectToast(page, "User role updated");
  await page.getByRole("button", { name: "Deactivate Barbara Member" }).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "User status updated");
  await expect(page.getByRole("button", { name: "Activate Barbara Member" })).toBeFocused();
  await page.getByRole("button", { name: "Delete Barbara Member" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete Barbara Member" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Role of Barbara Member" })).toHaveValue("admin");
  await expect(row(page, "Barbara")).toContainText("Inactive");
  await page.getByRole("button", { name: "Delete Barbara Member" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "User deleted");
  await expect(row(page, "Barbara")).toHaveCount(0);
});

test("a bulk action is started and undone by keyboard", async ({ page }) => {
  await box(page, "Alan").focus();
  await page.keyboard.press("Space");
  await box(page, "Barbara").focus();
  await page.keyboard.press("Space");
  await bar(page).getByRole("button", { name: "More actions…" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Deactivate 2" }).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "2 users deactivated");
  await expect(bar(page).getByRole("button", { name: "Undo deactivation of 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "2 users activated");
  await expect(row(page, "Alan")).toContainText("Active");
});

test("Shift with a click selects a range and no text, and it stays selected while a filter hides a part of it @firefox", async ({
  page,
}) => {
  await box(page, "Alan").click();
  await box(page, "Claude").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await page.getByLabel("Search users").fill("alan");
  await expect(box(page, "Claude")).toHaveCount(0);
  await expect(bar(page)).toContainText("3 selected (2 not shown)");
  await page.getByLabel("Search users").fill("");
  await expect(box(page, "Claude")).toBeChecked();
  await expect(bar(page)).not.toContainText("not shown");
});

import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import { atEachSize, expectNoSidewaysScroll } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const NAMES = ["alan", "barbara", "claude", "donald", "edsger", "frances"] as const;

/** Ada, an admin, and six members: Alan Member to Frances Member. */
async function fill(server: TestServer): Promise<SessionResponse> {
  const admin = await server.signUp({ role: "admin" });
  for (const name of NAMES) await server.signUp({ email: `${name}.member@example.com` });
  return admin;
}

const row = (page: Page, name: string) => page.getByRole("row", { name: `${name} Member` });
const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name} Member` });
const bar = (page: Page) => page.getByRole("region", { name: "Selected users" });

/** Hides the server's call for bulk actions, so that the app sends a call for each user. */
const withoutRuns = (page: Page) =>
  page.route("**/api/user-runs", (route) => route.fulfill({ status: 404, json: {} }));

test("an admin changes a role, deactivates, activates and deletes", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/users");
  await page.getByRole("combobox", { name: "Role of Barbara Member" }).selectOption("Admin");
  await expectToast(page, "User role updated");
  await page.getByRole("button", { name: "Deactivate Alan Member" }).click();
  await expectToast(page, "User status updated");
  await expect(row(page, "Alan")).toContainText("Inactive");
  await expect(page.getByRole("button", { name: "Activate Alan Member" })).toBeFocused();
  await page.getByRole("button", { name: "Delete Alan Member" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "User deleted");
  await expect(row(page, "Alan")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete Barbara Member" })).toBeFocused();
  await page.reload();
  await expect(row(page, "Barbara")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Role of Barbara Member" })).toHaveValue("admin");
  await expect(row(page, "Alan")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test("an admin deactivates many users at once, and undoes it", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/users");
  await expect(page.getByLabel("Select all 6")).toBeVisible();
  await box(page, "Alan").click();
  await box(page, "Donald").click({ modifiers: ["Shift"] });
  await expect(bar(page).getByText("4 selected")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await bar(page).getByRole("button", { name: "Deactivate 4" }).click();
  await page.getByLabel("Type 4 to confirm").fill("4");
  await page.keyboard.press("Enter");
  await expectToast(page, "4 users deactivated");
  await expect(page.getByText("Inactive", { exact: true }).locator("visible=true")).toHaveCount(4);
  await bar(page).getByRole("button", { name: "Undo deactivation of 4" }).click();
  await expectToast(page, "4 users activated");
  await page.reload();
  await expect(row(page, "Alan")).toContainText("Active");
});

test("axe finds no violations on the users page, its dialog and the bulk bar", async ({
  page,
  server,
  openAs,
}) => {
  await withoutRuns(page);
  await openAs(await fill(server), "/users");
  await expect(row(page, "Alan")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await page.getByRole("button", { name: "Delete Alan Member" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");
  await page.getByLabel("Select all 6").click();
  await atEachSize(page, () => expectAccessible(page));
  await page.route("**/api/users/*", (route) =>
    route.fulfill({ status: 500, json: { error: "The disk is full" } }),
  );
  await bar(page).getByRole("button", { name: "Deactivate 6" }).click();
  await expect(row(page, "Alan")).toContainText("The disk is full");
  await atEachSize(page, () => expectAccessible(page));
  await page.getByLabel("Search users").fill("nobody at all");
  await expect(page.getByText("No users found")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
});

test("users can be managed by keyboard @firefox", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/users");
  await page.getByLabel("Search users").focus();
  await page.keyboard.type("barbara");
  await expect(row(page, "Alan")).toHaveCount(0);
  await page.getByLabel("Select all 1").focus();
  await page.keyboard.press("Space");
  await bar(page).getByRole("button", { name: "Deactivate 1" }).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "1 user deactivated");
  await expect(bar(page).getByRole("button", { name: "Undo deactivation of 1" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "1 user activated");
  await page.getByRole("button", { name: "Delete Barbara Member" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete Barbara Member" })).toBeFocused();
});

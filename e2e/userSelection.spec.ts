import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import type { User } from "#contract/user.ts";
import { expectNoSidewaysScroll } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

/* How users are selected for bulk actions, and what the audit log keeps of such an action. */

const NAMES = ["alan", "barbara", "claude", "dorothy"] as const;
const addressOf = (name: (typeof NAMES)[number]) => `${name}.member@example.com`;

/** Ada, an admin, and four members. */
async function fill(server: TestServer): Promise<SessionResponse> {
  const admin = await server.signUp({ role: "admin" });
  for (const name of NAMES) await server.signUp({ email: addressOf(name) });
  return admin;
}

const bar = (page: Page) => page.getByRole("region", { name: "Selected users" });
const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name} Member` });
const chip = (page: Page, text: string) =>
  page.getByRole("list", { name: "Filters" }).getByRole("button", { name: text });

test("a pasted list of addresses selects its users, and isn't lost by Escape", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await fill(server);
  await openAs(admin, "/users");
  await box(page, "Alan").check();
  await page.getByRole("button", { name: "Select by list…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Select users by a list" });
  const list = dialog.getByLabel("Email addresses");
  await expect(list).toBeFocused();
  await list.fill(
    `Alan <${addressOf("alan")}>\n${addressOf("barbara").toUpperCase()}; ${addressOf("claude")}\nnobody@example.com\n${admin.user.email}`,
  );
  await expect(dialog).toContainText("Found: 2 users");
  await expect(dialog).toContainText("Already selected: 1");
  await expect(dialog).toContainText(/Can't be selected \(Your own account.*\): ada\.lovelace@/);
  await expect(dialog.getByRole("textbox", { name: "Not found" })).toHaveValue(
    "nobody@example.com",
  );
  await expectAccessible(page);
  await list.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard this list?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(list).toHaveValue(/nobody@example\.com/);
  await dialog.getByRole("button", { name: "Select 2 Users" }).press("Enter");
  await expectToast(page, "2 users selected");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Select by list…" })).toBeFocused();
  await expect(bar(page)).toContainText("3 selected");
  for (const name of ["Alan", "Barbara", "Claude"]) await expect(box(page, name)).toBeChecked();
  await expect(box(page, "Dorothy")).not.toBeChecked();
  await expectNoSidewaysScroll(page);
});

test("active filters show as chips, which a key removes", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/users");
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("Member");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Active");
  await expect(chip(page, "Members")).toBeVisible();
  await expect(chip(page, "Active")).toBeVisible();
  await expect(page).toHaveURL(/role=member&status=active/);
  await expectAccessible(page);
  await chip(page, "Members").press("Enter");
  await expect(chip(page, "Members")).toHaveCount(0);
  await expect(chip(page, "Active")).toBeFocused();
  await expect(page.getByRole("row", { name: "Ada Lovelace" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(chip(page, "Active")).toHaveCount(0);
  await expect(page.getByLabel("Search users")).toBeFocused();
  await expectNoSidewaysScroll(page);
});

test("the audit log's entry of a bulk action opens into its users", async ({
  page,
  server,
  openAs,
}) => {
  const admin = await fill(server);
  const token = admin.accessToken;
  const { users } = await server.call<{ users: User[] }>("GET", "/api/users", undefined, token);
  const ids = users.map(({ id }) => id).join(",");
  const body = { action: "deactivate", user_ids: ids, confirm_count: NAMES.length };
  await server.call("POST", "/api/user-runs", body, token);
  await openAs(admin, "/audit");
  await page.getByRole("button", { name: /^Results/ }).press("Enter");
  const parts = page.getByRole("list", { name: "Users of this action" });
  await expect(parts.getByRole("listitem")).toHaveCount(5);
  await expect(parts.getByRole("listitem").filter({ hasText: "Ada" })).toContainText(
    "Your own account",
  );
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Result" }).selectOption("Left out (1)");
  await expect(parts.getByRole("listitem")).toHaveCount(1);
  await expect(parts).toContainText("Ada Lovelace");
  // Playwright reports downloads only of its own build of Firefox, which the tests don't use.
  const saved = page.waitForResponse(/\/items\.csv$/);
  await page.getByRole("button", { name: "Download CSV" }).press("Enter");
  expect((await saved).headers()["content-disposition"]).toContain("users.csv");
  await expectToast(page, "Export saved");
  await expectNoSidewaysScroll(page);
});

test("Shift with a click selects a range, which stays selected while a filter hides a part of it @firefox", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/users");
  await box(page, "Alan").click();
  await box(page, "Claude").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await expect(box(page, "Barbara")).toBeChecked();
  await page.getByLabel("Search users").fill("alan");
  await expect(box(page, "Claude")).toHaveCount(0);
  await expect(bar(page)).toContainText("3 selected (2 not shown)");
  await page.getByLabel("Search users").fill("");
  await expect(box(page, "Claude")).toBeChecked();
  await expect(bar(page)).not.toContainText("not shown");
});

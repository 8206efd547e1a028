import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import type { User } from "#contract/user.ts";
import { banner, expectNoSidewaysScroll } from "./support/app.ts";
import { addPeople, holdRuns, releaseRuns } from "./support/heldRuns.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, expectToast, keepSession, test } from "./support/test.ts";

/* Bulk actions on users that the server carries out. */

const NAMES = ["alan", "barbara", "claude"] as const;

/** Ada, an admin, and three members, of whom Alan has a task. */
async function fill(server: TestServer): Promise<SessionResponse> {
  const admin = await server.signUp({ role: "admin" });
  for (const name of NAMES) {
    const session = await server.signUp({ email: `${name}.member@example.com` });
    if (name === "alan") await server.addTask(session, { title: "Mow the lawn" });
  }
  return admin;
}

const bar = (page: Page) => page.getByRole("region", { name: "Selected users" });
const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name} Member` });
const row = (page: Page, name: string) => page.getByRole("row", { name: `${name} Member` });

async function choose(page: Page, item: string) {
  await bar(page).getByRole("button", { name: "More actions…" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Types the count that a dialog asks for. */
async function confirm(page: Page, count: number) {
  await page.getByLabel(`Type ${count} to confirm`).fill(String(count));
  await page.keyboard.press("Enter");
}

/** Starts the deactivation of 40 users by Ada, which the server holds after 25. */
async function startHeld(
  server: TestServer,
  {
    page,
    openAs,
  }: { page: Page; openAs: (session: SessionResponse, url: string) => Promise<void> },
): Promise<SessionResponse> {
  const admin = await server.signUp({ role: "admin" });
  addPeople(server, 40);
  holdRuns(server);
  await openAs(admin, "/users");
  await page.getByLabel("Select all 40").click();
  await bar(page).getByRole("button", { name: "Deactivate 40" }).click();
  await confirm(page, 40);
  await expect(bar(page)).toContainText("25 of 40");
  return admin;
}

async function countInactive(server: TestServer, { accessToken }: SessionResponse) {
  const { users } = await server.call<{ users: User[] }>(
    "GET",
    "/api/users",
    undefined,
    accessToken,
  );
  return users.filter(({ is_active }) => !is_active).length;
}

test("a large bulk action shows its effect, asks for the count, and is undone", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/users");
  await page.getByLabel("Select all 3").click();
  await choose(page, "Change role…");
  const dialog = page.getByRole("dialog", { name: "Change role" });
  await dialog.getByLabel("New role").selectOption("Admin");
  await expect(dialog).toContainText("3 users will get the role Admin.");
  await expectAccessible(page);
  await dialog.getByLabel("Type 3 to confirm").fill("2");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Type the number 3");
  await expectAccessible(page);
  await dialog.getByLabel("Type 3 to confirm").fill("3");
  await page.keyboard.press("Enter");
  await expectToast(page, "Role of 3 users changed to Admin");
  await page.reload();
  await page.getByRole("button", { name: "Recent bulk actions" }).click();
  await expect(page.getByRole("dialog")).toContainText("Role of 3 users changed to Admin");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Open Change the role/ }).click();
  const result = page.getByRole("dialog", { name: "Change the role of 3 users to Admin" });
  // Playwright reports downloads only of its own build of Firefox, which the tests don't use.
  const saved = page.waitForResponse(/\/items\.csv$/);
  await result.getByRole("button", { name: "Download CSV" }).click();
  expect((await saved).headers()["content-disposition"]).toContain("users.csv");
  await expectAccessible(page);
  await result.getByRole("button", { name: "Undo change of 3" }).click();
  await expectToast(page, "Role of 3 users changed back");
  await result.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("combobox", { name: "Role of Alan Member" })).toHaveValue("member");
  await expectNoSidewaysScroll(page);
});

test("deletion hands over open tasks", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/users");
  await box(page, "Alan").check();
  await box(page, "Barbara").check();
  await choose(page, "Delete…");
  const dialog = page.getByRole("dialog", { name: "Delete 2 users" });
  await expect(dialog).toContainText("This action cannot be undone.");
  await dialog.getByLabel("Hand over open tasks to").selectOption("Claude Member");
  await expect(dialog).toContainText("They have 1 open task, which will be handed over.");
  await expectAccessible(page);
  await dialog.getByLabel("Type 2 to confirm").fill("2");
  await dialog.getByRole("button", { name: "Delete 2" }).click();
  await expectToast(page, "2 users deleted");
  await expect(row(page, "Alan")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test("every admin sees the progress of a run, and can stop it @chromium", async ({
  page,
  server,
  openAs,
  browser,
}) => {
  const admin = await startHeld(server, { page, openAs });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  const eve = await server.signUp({ role: "admin", email: "eve.adams@example.com" });
  await keepSession(other, eve);
  await other.goto("/users");
  const progress = other.getByRole("region", { name: "Bulk action of Ada Lovelace" });
  await expect(progress).toContainText("25 of 40");
  await expectAccessible(other);
  await expectNoSidewaysScroll(other);
  await progress.getByRole("button", { name: "Stop" }).click();
  await expect(progress).toHaveCount(0);
  await context.close();

  await expectToast(page, "25 users deactivated, 15 left as they were");
  await expect(bar(page).getByText("15 selected")).toBeVisible();
  await bar(page).getByRole("button", { name: "Continue with 15" }).click();
  await confirm(page, 15);
  await expectToast(page, "15 users deactivated");
  expect(await countInactive(server, admin)).toBe(40);
});

test("a bulk action is started and undone by keyboard @firefox", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/users");
  await box(page, "Alan").focus();
  await page.keyboard.press("Space");
  await box(page, "Barbara").focus();
  await page.keyboard.press("Space");
  await bar(page).getByRole("button", { name: "More actions…" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Deactivate 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Type 2 to confirm")).toBeFocused();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expectToast(page, "2 users deactivated");
  await expect(bar(page).getByRole("button", { name: "Undo deactivation of 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "2 users activated");
  await expect(row(page, "Alan")).toContainText("Active");
});

test("a run goes on after a reload", async ({ page, server, openAs }) => {
  const admin = await startHeld(server, { page, openAs });
  await page.reload();
  await expect(bar(page)).toContainText("25 of 40");
  releaseRuns(server);
  await expectToast(page, "40 users deactivated");
  await expect(bar(page).getByRole("button", { name: "Undo deactivation of 40" })).toBeVisible();
  expect(await countInactive(server, admin)).toBe(40);
});

test.describe("a server that is killed", () => {
  test.use({ ownProcess: true });

  test("continues its runs after the restart, and open pages follow them @chromium", async ({
    page,
    server,
    openAs,
    problems,
  }) => {
    problems.expect(/Failed to load resource/);
    const admin = await startHeld(server, { page, openAs });
    await server.end("SIGKILL");
    await expect(banner(page).getByText("No connection.")).toBeVisible();
    releaseRuns(server);
    await server.restart();
    await expectToast(page, "40 users deactivated");
    await expect(banner(page).getByText("No connection.")).toBeHidden();
    await expect(bar(page).getByRole("progressbar")).toHaveCount(0);
    expect(await countInactive(server, admin)).toBe(40);
  });
});

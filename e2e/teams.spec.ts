import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/session.ts";
import type { Team } from "#contract/team.ts";
import { atEachSize, expectNoSidewaysScroll } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const PASSWORD = "correct horse";

/** Ada, an admin; Grace and Alan; and a team with Grace. */
async function fill(server: TestServer): Promise<SessionResponse> {
  const admin = await server.signUp({ role: "admin" });
  const grace = await server.signUp({ email: "grace.hopper@example.com", password: PASSWORD });
  await server.signUp({ email: "alan.turing@example.com", password: PASSWORD });
  const { accessToken } = admin;
  const body = { name: "Harbour", description: "Boats & ropes" };
  const { team } = await server.call<{ team: Team }>("POST", "/api/teams", body, accessToken);
  const userId = grace.user.id;
  await server.call("POST", `/api/teams/${team.id}/members`, { userId }, accessToken);
  return admin;
}

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

async function openHarbour(page: Page) {
  await page.getByRole("button", { name: "Harbour" }).click();
  await expect(dialog(page, "Harbour").getByText(/^Team Members \(\d\)$/)).toBeVisible();
  return dialog(page, "Harbour");
}

test("an admin creates a team, and adds and removes a member", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/teams");
  await page.getByRole("button", { name: "+ Create Team" }).click();
  const form = dialog(page, "Create Team");
  await form.getByRole("button", { name: "Create Team" }).click();
  await expect(form.getByText("Team name is required")).toBeVisible();
  await expect(form.getByLabel("Team Name")).toBeFocused();
  await form.getByLabel("Team Name").fill("Yard");
  await form.getByRole("button", { name: "Create Team" }).click();
  await expectToast(page, "Team created successfully");
  const card = page.getByRole("listitem").filter({ hasText: "Yard" });
  await expect(card).toContainText("No description");
  await expect(page.getByRole("button", { name: "+ Create Team" })).toBeFocused();

  const team = await openHarbour(page);
  await team.getByRole("button", { name: "+ Add Member" }).click();
  const adding = dialog(page, "Add Member to Harbour");
  const select = adding.getByLabel("User");
  await expect(select.getByRole("option")).toHaveText([
    "Choose a user...",
    "Ada Lovelace (ada.lovelace@example.com)",
    "Alan Turing (alan.turing@example.com)",
  ]);
  await adding.getByRole("button", { name: "Add Member" }).click();
  await expect(adding.getByText("Please select a user")).toBeVisible();
  await select.selectOption("Alan Turing (alan.turing@example.com)");
  await adding.getByRole("button", { name: "Add Member" }).click();
  await expectToast(page, "Member added successfully");
  await expect(team.getByText("Team Members (2)")).toBeVisible();

  await team.getByRole("button", { name: "Remove Alan Turing" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove member" });
  await question.getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Member removed successfully");
  await expect(team.getByText("Team Members (1)")).toBeVisible();
  await expect(team.getByRole("button", { name: "Remove Grace Hopper" })).toBeFocused();
  await page.reload();
  await expect((await openHarbour(page)).getByText("Team Members (1)")).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("axe finds no violations on the teams page and its dialogs", async ({
  page,
  server,
  openAs,
}) => {
  await openAs(await fill(server), "/teams");
  await expect(page.getByRole("button", { name: "Harbour" })).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await page.getByRole("button", { name: "+ Create Team" }).click();
  await dialog(page, "Create Team").getByRole("button", { name: "Create Team" }).click();
  await expect(page.getByText("Team name is required")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");
  const team = await openHarbour(page);
  await atEachSize(page, () => expectAccessible(page));
  await team.getByRole("button", { name: "Remove Grace Hopper" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
  await page.keyboard.press("Escape");
  await team.getByRole("button", { name: "+ Add Member" }).click();
  await expect(dialog(page, "Add Member to Harbour")).toBeVisible();
  await atEachSize(page, () => expectAccessible(page));
});

test("teams can be managed by keyboard", async ({ page, server, openAs }) => {
  await openAs(await fill(server), "/teams");
  await page.getByRole("button", { name: "+ Create Team" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Team Name")).toBeFocused();
  await page.keyboard.type("Yard");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Team Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "Team created successfully");
  await expect(page.getByRole("button", { name: "+ Create Team" })).toBeFocused();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Harbour" })).toBeFocused();
  await page.keyboard.press("Enter");
  const team = dialog(page, "Harbour");
  await expect(team.getByText("Team Members (1)")).toBeVisible();
  await team.getByRole("button", { name: "Remove Grace Hopper" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(team.getByText("Nobody is in this team yet.")).toBeVisible();
  await expect(team.getByRole("button", { name: "+ Add Member" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Harbour" })).toBeFocused();
});

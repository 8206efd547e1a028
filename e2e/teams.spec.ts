import type { Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Team } from "#contract/shapes/team.ts";
import { atEachSize } from "./support/app.ts";
import type { TestServer } from "./support/server.ts";
import { expect, expectToast, test } from "./support/test.ts";

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
  await page.keyboard.press("Enter");
  const adding = dialog(page, "Add Member to Harbour");
  await adding.getByLabel("User").selectOption("Alan Turing (alan.turing@example.com)");
  await adding.getByRole("button", { name: "Add Member" }).press("Enter");
  await expectToast(page, "Member added successfully");
  await expect(team.getByText("Team Members (1)")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Harbour" })).toBeFocused();
});

test("500 teams are virtual: few are rendered, and the end of the page shows the last one", async ({
  page,
  server,
  openAs,
}) => {
  const teams = Array.from({ length: 500 }, (_, index) => ({
    id: `team-${index}`,
    name: `Team ${index}`,
    description: index % 3 ? "" : "Looks after the harbour. ".repeat(5),
    created_at: "2026-03-08T12:00:00Z",
  }));
  await page.route("**/api/teams", (route) => route.fulfill({ json: { teams } }));
  await openAs(await server.signUp({ role: "admin" }), "/teams");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(page.getByRole("button", { name: "Team 0", exact: true })).toBeVisible();
  await atEachSize(page, async () => {
    for (const [key, name] of [
      ["End", "Team 499"],
      ["Home", "Team 0"],
    ] as const) {
      await expect(async () => {
        await page.keyboard.press(key);
        await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({
          timeout: 500,
        });
      }).toPass();
      expect(await cards.count()).toBeLessThan(120);
    }
  });
});

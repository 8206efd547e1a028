import type { BrowserContext, Page } from "@playwright/test";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { banner, card, column, dragTo, expectDraggable, signIn } from "./support/app.ts";
import { startOutage } from "./support/outage.ts";
import { SERVER_DOWN } from "./support/problems.ts";
import { ACCOUNT, type TestServer } from "./support/server.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const FIRST = "Feed the cat";
const SECOND = "Water the plants";

test.beforeEach(({ problems }) => {
  problems.expect(SERVER_DOWN);
  problems.expect(/net::ERR_|ChunkLoadError/);
});

/** Two tasks, and the user who has them on the board. */
async function fill(server: TestServer): Promise<{ session: SessionResponse; ids: string[] }> {
  const session = await server.signUp();
  const tasks = [];
  for (const title of [FIRST, SECOND]) tasks.push(await server.addTask(session, { title }));
  return { session, ids: tasks.map(({ id }) => id) };
}

/** Records the cards whose moves get a response from now on, in order. */
function watchMoves(context: BrowserContext, ids: string[]): string[] {
  const moves: string[] = [];
  context.on("requestfinished", (request) => {
    if (request.method() !== "PATCH") return;
    const index = ids.findIndex((id) => request.url().includes(`/${id}/`));
    moves.push([FIRST, SECOND][index] ?? request.url());
  });
  return moves;
}

const toDo = (page: Page) => column(page, "To Do");

/** Moves both cards by mouse without a connection. The first move reveals the outage. */
async function moveBoth(page: Page) {
  await dragTo(page, card(page, SECOND), column(page, "In Progress"));
  await dragTo(page, card(page, FIRST), column(page, "Done"));
  await expect(card(column(page, "In Progress"), SECOND)).toBeVisible();
  await expect(card(column(page, "Done"), FIRST)).toBeVisible();
  await expect(banner(page)).toContainText("2 moves are kept");
}

test("offline moves survive a reload; a move that fails later is reverted, with a toast that contains the card's title", async ({
  page,
  context,
  server,
  openAs,
}) => {
  const { session, ids } = await fill(server);
  await openAs(session, "/kanban");
  await expect(card(toDo(page), FIRST)).toBeVisible();
  await expectDraggable(page);
  const endOutage = await startOutage(context);
  await context.setOffline(true);
  await moveBoth(page);

  await context.setOffline(false);
  await page.reload();
  await expect(banner(page)).toContainText("2 moves are kept");
  const moves = watchMoves(context, ids);
  await context.route(`**/api/kanban/${ids[1]}/status`, (route) =>
    route.fulfill({ status: 403, json: { error: "No" } }),
  );
  endOutage();
  await expectToast(page, "Failed to update task status");
  await expectToast(page, SECOND);
  await expect(card(toDo(page), SECOND)).toBeVisible();
  await expect(card(column(page, "Done"), FIRST)).toBeVisible();
  await expect.poll(() => moves).toEqual([SECOND, FIRST]);
});

test("offline moves are marked as pending; a closed tab's moves are sent by the next tab, in order and once each @firefox", async ({
  page,
  context,
  server,
  openAs,
}) => {
  const { session, ids } = await fill(server);
  await openAs(session, "/kanban");
  await expect(card(toDo(page), FIRST)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/kanban");
  await expect(card(toDo(tab), FIRST)).toBeVisible();
  await expectDraggable(tab);
  await context.setOffline(true);
  await moveBoth(tab);
  await expect(tab.getByText("Waiting to be sent")).toHaveCount(2);
  await expectAccessible(tab);
  await tab.close();
  const moves = watchMoves(context, ids);
  await context.setOffline(false);
  await expect.poll(() => moves).toEqual([SECOND, FIRST]);
  await expect(card(column(page, "Done"), FIRST)).toBeVisible();
});

test.describe("a server that is restarted", () => {
  test.use({ ownProcess: true });

  test("the app recovers after a server restart; a logout with unsent moves asks for confirmation, and the next user sends none", async ({
    page,
    context,
    server,
    openAs,
    problems,
  }) => {
    // Firefox's message about code that could not be loaded.
    problems.expect(/^console: Error$/);
    const { session, ids } = await fill(server);
    await server.signUp({ email: "bob@example.com" });
    await openAs(session, "/kanban");
    await expect(card(toDo(page), FIRST)).toBeVisible();
    await page.getByRole("button", { name: `Actions (${FIRST})` }).click();
    await expect(page.getByRole("menuitem", { name: "Move to Done" })).toBeVisible();
    await server.end("SIGKILL");
    await page.getByRole("menuitem", { name: "Move to Done" }).click();
    await expect(banner(page)).toContainText("1 move is kept");
    await expect(card(column(page, "Done"), FIRST)).toBeVisible();

    await page.getByRole("button", { name: "Logout" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Discard 1 unsent move?" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Discard and log out" }).click();
    await expect(dialog).toBeHidden();

    const moves = watchMoves(context, ids);
    await server.restart();
    // This works even if the form's code could not be loaded before.
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await signIn(page, { ...ACCOUNT, email: "bob@example.com" });
    await page.getByRole("navigation").getByRole("link", { name: "Progress" }).click();
    await expect(card(toDo(page), FIRST)).toBeVisible();
    expect(moves).toEqual([]);
    const keys = await page.evaluate(() => Object.keys(localStorage));
    expect(keys.filter((key) => key.startsWith("taskdeck:outbox"))).toEqual([]);
  });
});

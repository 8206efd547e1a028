import type { Locator } from "@playwright/test";
import { banner, card, column, holdRequests } from "./support/app.ts";
import { keptRecords, TITLE, visitOnce } from "./support/lastVisit.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** Where an element is in a card, and the card's height, in tenths of a px: browsers don't compute exactly. */
const boxIn = (within: Locator, selector: string) =>
  within.evaluate((element, inner) => {
    const { top, height } = element.getBoundingClientRect();
    const box = element.querySelector(inner)?.getBoundingClientRect();
    return [height, (box?.top ?? 0) - top, box?.width ?? 0].map((px) => Math.round(10 * px));
  }, selector);

test("a second visit shows the board of the last visit, with a notice, until the server's board arrives @firefox", async ({
  page,
  context,
  server,
}) => {
  const session = await visitOnce(page, server);
  // Held before the task is added, which the open page would otherwise fetch and keep.
  const release = await holdRequests(context, /\/api\//);
  await server.addTask(session, { title: "Water the plants" });
  await page.reload();
  await expect(card(column(page, "To Do"), TITLE)).toBeVisible();
  await expect(banner(page)).toHaveText("From your last visit. Updating…");
  await expect(card(page, "Water the plants")).toHaveCount(0);
  await expectAccessible(page);
  const badge = () =>
    boxIn(page.locator("[data-card]", { hasText: TITLE }), "article [class] > svg + span");
  const before = await badge();
  release();
  await expect(card(page, "Water the plants")).toBeVisible();
  // Its values are buttons now, in the same place.
  await expect(page.locator("[data-card] button[data-fact=priority]")).toHaveCount(2);
  expect(await badge()).toEqual(before);
  await expect(banner(page)).toBeEmpty();
});

test("a sign-out deletes all data of the user, even if another tab writes late @firefox", async ({
  page,
  context,
  server,
}) => {
  await visitOnce(page, server);
  const tab = await context.newPage();
  await tab.goto("/tasks");
  await expect(card(tab, TITLE)).toBeVisible();
  await expect.poll(() => keptRecords(tab)).toContain("tasks");

  // A transaction of the other tab blocks the sign-out's deletion and the tab's own write.
  await tab.evaluate(async () => {
    const opening = indexedDB.open("taskdeck");
    await new Promise((resolve) => {
      opening.addEventListener("success", resolve);
    });
    const store = opening.result.transaction("lastSeen", "readwrite").objectStore("lastSeen");
    const until = performance.now() + 2_000;
    const holdOn = () => {
      if (performance.now() < until) store.get("owner").addEventListener("success", holdOn);
      else opening.result.close();
    };
    holdOn();
  });
  await tab.getByLabel("Priority").first().selectOption("Medium");
  await page.getByRole("button", { name: "Logout" }).click();
  for (const one of [page, tab]) {
    await expect(one.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  }
  await expect.poll(() => keptRecords(page)).toEqual([]);
  await tab.close();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  expect(await keptRecords(page)).toEqual([]);
  const left = await page.evaluate(() => [
    ...Object.entries(localStorage).filter(([key]) => key !== "sessionEnd"),
    ...Object.entries(sessionStorage),
  ]);
  expect(left).toEqual([]);
});

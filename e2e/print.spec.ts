import type { Page } from "@playwright/test";
import { PAGE_SIZE } from "#contract/task.ts";
import { card } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

declare global {
  interface Window {
    /** What stood on the last paper. */
    printed?: { cards: number; controls: number; text: string; background: string };
  }
}

// Times are as its language writes them.
test.use({ locale: "de-DE" });

/** Notes what is on paper at the moment at which the browser takes it, after the app's own listener. */
async function watchPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  // What prints loads when the page is idle.
  await expect(page.getByRole("banner")).toBeHidden();
  await page.evaluate(() => {
    addEventListener("beforeprint", () => {
      const isShown = (element: Element) => element.checkVisibility();
      const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
      window.printed = {
        cards: all("[data-card]").length,
        controls: all("input, nav, [data-bar-controls]").length,
        text: document.body.innerText,
        background: getComputedStyle(document.body).backgroundColor,
      };
    });
  });
}

/** Prints as the browser's menu does, and returns the number of pages and what stood on them. */
async function printByMenu(page: Page) {
  const pdf = await page.pdf({ format: "A4" });
  const printed = await page.evaluate(() => window.printed);
  return { pages: pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0, printed };
}

test("the board prints all cards that its filters show, in light colours and without controls, and is as before afterwards", async ({
  server,
  openAs,
  page,
}) => {
  const ada = await server.signUp({ role: "admin" });
  await page.emulateMedia({ colorScheme: "dark" });
  const titles = Array.from({ length: 60 }, (_, index) => `Paint boat ${index}`);
  for (const title of titles) await server.addTask(ada, { title, priority: "High" });
  await server.addTask(ada, { title: "Feed the cat", priority: "Low" });
  await openAs(ada, "/kanban?priority=High");
  await expect(card(page, "Paint boat 59")).toBeVisible();
  await expect(page.locator("[data-card]")).not.toHaveCount(60);
  await watchPaper(page);
  const { pages, printed } = await printByMenu(page);
  expect(printed).toMatchObject({ cards: 60, controls: 0, background: "rgb(255, 255, 255)" });
  expect(printed?.text).toMatch(
    /Taskdeck · \w{3} \d\d, \d{4}, \d\d:\d\d · Filters: High priority\n/,
  );
  expect(pages).toBeGreaterThan(2);
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("[data-card]")).not.toHaveCount(60);
});

test("the key and the palette print all pages of the list; the browser's menu prints one, and says so", async ({
  server,
  openAs,
  page,
}) => {
  const ada = await server.signUp({ role: "admin" });
  for (let index = 0; index < PAGE_SIZE + 3; index += 1)
    await server.addTask(ada, { title: `Paint boat ${index}` });
  await openAs(ada, "/tasks");
  await expect(page.locator("[data-card]")).toHaveCount(PAGE_SIZE);
  await watchPaper(page);
  const { printed } = await printByMenu(page);
  expect(printed).toMatchObject({ cards: PAGE_SIZE, controls: 0 });
  expect(printed?.text).toContain("Printed: 50 of 53 tasks");

  await page.evaluate(() => {
    window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      dispatchEvent(new Event("afterprint"));
    };
  });
  const cards = () => page.evaluate(() => window.printed?.cards);
  await page.keyboard.press("ControlOrMeta+p");
  await expect.poll(cards).toBe(PAGE_SIZE + 3);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => delete window.printed);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("print");
  await expect(page.getByRole("option", { name: /^Print/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect.poll(cards).toBe(PAGE_SIZE + 3);
});

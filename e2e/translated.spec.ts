import type { Page } from "@playwright/test";
import { fillForStates } from "./support/filledServer.ts";
import { ADMINISTRATION, IMPORTS, OWN, SIGNED_OUT, type States, TASKS } from "./support/states.ts";
import { expect, expectToast, test } from "./support/test.ts";

/*
 * Chrome's and Firefox's page translation replace each text node by an element with the translation. React
 * doesn't know of these elements.
 */

/** Translates the page as a browser does: each text that appears or changes gets an element. */
function translate(): void {
  const UNTRANSLATED = "script, style, textarea, font";
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest(UNTRANSLATED) !== null) continue;
      const font = document.createElement("font");
      font.append(document.createElement("font"));
      font.firstElementChild?.append(text.data);
      text.replaceWith(font);
    }
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translateIn(node);
  }).observe(document, { childList: true, subtree: true });
}

test.use({ serverEnv: { WEBHOOK_PRIVATE_ADDRESSES: "on" } });

test.beforeEach(async ({ page }) => {
  await page.addInitScript(translate);
});

const isTranslated = (page: Page) => expect(page.locator("h1 font").first()).toBeVisible();

test("every screen and dialog of a translated page opens and closes", async ({
  page,
  server,
  openAs,
}) => {
  async function visit(states: States) {
    for (const [name, { path, open }] of Object.entries(states)) {
      await test.step(name, async () => {
        await page.goto(path);
        await isTranslated(page);
        await open?.(page);
        await page.keyboard.press("Escape");
        await expect(page.getByText("Something went wrong")).toHaveCount(0);
      });
    }
  }
  await visit(SIGNED_OUT);
  await openAs(await fillForStates(server), "/profile");
  for (const states of [TASKS, ADMINISTRATION, IMPORTS, OWN]) await visit(states);
});

test("in a translated page a comment is posted, a board search is cleared, and an edit is saved @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const ada = await server.signUp();
  const { id } = await server.addTask(ada, { title: "Feed the cat", description: "Hungry" });
  await openAs(ada, `/tasks/${id}`);
  await isTranslated(page);
  await page.getByRole("textbox", { name: "Add a comment" }).fill("It sleeps");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(page.getByText("It sleeps")).toBeVisible();
  await page.getByRole("button", { name: "Edit Task" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("Feed the dog");
  await page.getByRole("button", { name: "Update Task" }).click();
  await expectToast(page, "Task updated successfully! ✅");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Feed the dog");

  await page.goto("/kanban");
  await isTranslated(page);
  const search = page.getByRole("searchbox");
  await search.fill("zebra");
  await expect(page.getByRole("region", { name: "To Do" }).getByRole("article")).toHaveCount(0);
  await search.fill("");
  await expect(page.getByRole("article").filter({ hasText: "Feed the dog" })).toBeVisible();
});

import { fillForStates } from "./support/filledServer.ts";
import { ADMINISTRATION, IMPORTS, OWN, type States, TASKS } from "./support/states.ts";
import { expect, test } from "./support/test.ts";

/** Texts of people in `fillForStates`, besides the names of the accounts. */
const TEXTS = [
  "Feed the cat",
  "Water the plants",
  "Garden",
  "Averylongword",
  "Very hungry",
  "Which ",
];

/** The texts of people whose direction is not their own. */
function withoutDirection(texts: readonly string[]): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { parentElement: parent, nodeValue: text } = walker.currentNode;
    if (!texts.some((one) => text?.includes(one))) continue;
    // An option's text is alone in its line, and a hidden one is only heard.
    if (parent?.closest("[dir=auto], bdi, option, script, style, .visually-hidden")) continue;
    found.push(`<${parent?.localName} class="${parent?.className}">${text}`);
  }
  return found;
}

test.use({ serverEnv: { WEBHOOK_PRIVATE_ADDRESSES: "on" } });

test("every text of people has its own direction @chromium", async ({ page, server, openAs }) => {
  const admin = await fillForStates(server);
  await openAs(admin, "/profile");
  const texts = [...TEXTS, admin.user.name];
  for (const states of [TASKS, ADMINISTRATION, IMPORTS, OWN] satisfies States[]) {
    for (const [name, { path, open }] of Object.entries(states)) {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await open?.(page);
      expect.soft(await page.evaluate(withoutDirection, texts), name).toEqual([]);
    }
  }
});

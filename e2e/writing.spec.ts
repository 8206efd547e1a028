import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/test.ts";

/* The writing field of descriptions and comments, with the browser's clipboard and undo. */

const field = (page: Page) => page.getByLabel("Add a comment");

/** Selects the whole text of an element, as a user does with the pointer. */
const select = (element: Locator) =>
  element.evaluate((node) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.selectAllChildren(node);
  });

test("the browser's undo takes back what keys, mentions and pasted texts have changed @firefox", async ({
  page,
  server,
  openAs,
}) => {
  const me = await server.signUp();
  const description = "## Trip\n\n- [tent](https://example.com/tent)\n- map";
  const { id } = await server.addTask(me, { title: "Pack", description });
  await openAs(me, `/tasks/${id}`);
  await expect(page.getByRole("link", { name: "tent", exact: true })).toBeVisible();
  await field(page).focus();
  await page.keyboard.type("@");
  await expect(page.getByRole("listbox", { name: "People to mention" })).toBeVisible();
  await page.keyboard.press("Enter");
  const mention = `@${me.user.name} `;
  await expect(field(page)).toHaveValue(mention);
  await expectAccessible(page);

  const steps: [() => Promise<void>, string][] = [
    [() => page.keyboard.type("\n- pegs"), `${mention}\n- pegs`],
    [() => page.keyboard.press("Enter"), `${mention}\n- pegs\n- `],
    [() => page.keyboard.press("Tab"), `${mention}\n- pegs\n  - `],
    [() => page.keyboard.type("rope"), `${mention}\n- pegs\n  - rope`],
    [
      async () => {
        await page.keyboard.press("Shift+Home");
        await page.keyboard.press("ArrowRight");
        for (const _ of "rope") await page.keyboard.press("Shift+ArrowLeft");
        await page.keyboard.press("ControlOrMeta+b");
      },
      `${mention}\n- pegs\n  - **rope**`,
    ],
  ];
  const shown = [mention];
  for (const [step, text] of steps) {
    await step();
    await expect(field(page)).toHaveValue(text);
    shown.push(text);
  }
  // A part of this page, as a user copies it from another one.
  await select(page.locator("section", { hasText: "Trip" }).locator("ul"));
  await page.keyboard.press("ControlOrMeta+c");
  await field(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("ControlOrMeta+v");
  await expect(field(page)).toHaveValue(
    /\*\*rope\*\*\n\n- \[tent\]\(https:\/\/example.com\/tent\)\n- map\n$/,
  );

  const whole = await field(page).inputValue();
  // A browser may take back several typed letters and edits at once.
  const seen: string[] = [];
  await expect
    .poll(async () => {
      await page.keyboard.press("ControlOrMeta+z");
      seen.push(await field(page).inputValue());
      return seen.at(-1);
    })
    .toBe("");
  expect(seen).toEqual(expect.arrayContaining(shown.slice(-2)));
  await expect
    .poll(async () => {
      await page.keyboard.press("ControlOrMeta+Shift+z");
      return await field(page).inputValue();
    })
    .toBe(whole);
});
